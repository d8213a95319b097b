import { useMemo, useState, useTransition } from 'react'
import { type Calculation, calculate, calculationOf } from '#app/features/impact/calculation.ts'
import { DEFAULT_TEXTS, type FieldName, type FieldTexts, type Question, questionOf } from '#app/features/impact/inputs.ts'
import { api } from '#app/lib/api.ts'
import { useCurrency } from '#app/lib/currency.ts'
import { put } from '#app/lib/reads.ts'
import type { ImpactMachine, ImpactRequest, SavedImpact } from '#contract/impact/impact.ts'

export interface CalculatorStart {
  texts: FieldTexts
  machine: string
  showsResult: boolean
}

function requestOf({ inputs: { machineType, ...inputs }, tariff }: Question, currency: Calculation['currency']): ImpactRequest {
  return { inputs, currency, machine: machineType, energyTariff: tariff }
}

/** The calculator: what is typed, what was calculated of it, and that result once it is saved on the server. */
export function useCalculator(machines: readonly ImpactMachine[], start: CalculatorStart) {
  const isOffered = (id: string) => machines.some((machine) => machine.id === id)
  const [texts, setTexts] = useState(start.texts)
  const [machine, setMachine] = useState(isOffered(start.machine) ? start.machine : '')
  const [asked, setAsked] = useState<Question | null>(
    start.showsResult && isOffered(start.machine) ? questionOf(start.texts, start.machine) : null,
  )
  const [kept, setKept] = useState<{ request: string; saved: SavedImpact } | null>(null)
  const [isCalculating, startCalculating] = useTransition()
  const currency = useCurrency()

  const request = asked && JSON.stringify(requestOf(asked, currency))
  const saved = kept && kept.request === request ? kept.saved : null
  const offered = asked && machines.find(({ id }) => id === asked.inputs.machineType)
  const local = useMemo(() => (asked && offered ? calculate(asked, offered, currency) : null), [asked, offered, currency])
  const calculation = saved ? calculationOf(saved) : local

  return {
    texts,
    machine,
    calculation,
    saved,
    isCalculating,
    /** The server counted with another price than the page knew. */
    isRepriced: saved !== null && local !== null && saved.machine.price !== local.machine.price,
    /** The fields say something else than the result. */
    isOutdated: asked !== null && JSON.stringify(asked) !== JSON.stringify(questionOf(texts, machine)),
    chooseMachine: setMachine,
    type: (name: FieldName, text: string) => setTexts((before) => ({ ...before, [name]: text })),
    calculate: () => startCalculating(() => setAsked(questionOf(texts, machine))),
    reset: () => {
      setTexts(DEFAULT_TEXTS)
      setMachine('')
      setAsked(null)
      setKept(null)
    },
    /** Saves the result once, however many ask for it. @throws Error when the server refuses or cannot be reached. */
    save: async (): Promise<SavedImpact> => {
      if (saved) return saved
      if (!asked || !request) throw new Error('there is no result to save')
      const answer = await api.impact.save({ body: requestOf(asked, currency) })
      put(['impact', 'results', answer.key], answer)
      setKept({ request, saved: answer })
      return answer
    },
  }
}

export type Calculator = ReturnType<typeof useCalculator>
