import { useState } from 'react'
import type { CellEdit, ImportAnswer, ImportOptions, ProblemGroup } from '#contract/catalog/imports.ts'
import { lookupKey } from '#domain/text.ts'
import type { Answer } from './problem-group.tsx'

type Kind = Pick<ProblemGroup, 'cause' | 'column' | 'value'>
type Cell = Pick<CellEdit, 'sheet' | 'row' | 'cell'>

const kindOf = ({ cause, column, value }: Kind) => JSON.stringify([cause, column, value === null ? null : lookupKey(value)])
const cellOf = ({ sheet, row, cell }: Cell) => `${sheet}-${row}-${cell}`

/** Answers and corrected cells of the dialog, until the file is checked again with them. */
export function useCorrections(options: ImportOptions) {
  const [answers, setAnswers] = useState(() => new Map(options.answers.map((answer) => [kindOf(answer), answer])))
  const [edits, setEdits] = useState(() => new Map(options.edits.map((edit) => [cellOf(edit), edit])))
  const [factor, setFactor] = useState(options.eurFactor ?? '')
  const [isDirty, setDirty] = useState(false)
  return {
    isDirty,
    factor,
    setFactor: (typed: string) => {
      setDirty(true)
      setFactor(typed)
    },
    answerOf: (kind: Kind): Answer | null => answers.get(kindOf(kind)) ?? null,
    setAnswer: (kind: Kind, answer: Answer | null) => {
      setDirty(true)
      const next = new Map(answers)
      const { cause, column, value } = kind
      if (answer) next.set(kindOf(kind), { cause, column, value, ...answer } satisfies ImportAnswer)
      else next.delete(kindOf(kind))
      setAnswers(next)
    },
    editOf: (cell: Cell): string | undefined => edits.get(cellOf(cell))?.value,
    setEdit: (edit: CellEdit) => {
      setDirty(true)
      setEdits(new Map(edits).set(cellOf(edit), edit))
    },
    /** The mapping as it is to be checked. */
    corrected: (): ImportOptions => ({
      ...options,
      eurFactor: factor.trim().replace(',', '.') || null,
      answers: [...answers.values()],
      edits: [...edits.values()],
    }),
    /** After a check: nothing is to be checked any more. */
    settle: () => setDirty(false),
  }
}
export type Corrections = ReturnType<typeof useCorrections>
