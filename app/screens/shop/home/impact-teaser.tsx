import { useState } from 'react'
import { Link } from 'react-router'
import { readNumber } from '#app/features/impact/read-number.ts'
import type { ImpactMachine } from '#contract/impact/impact.ts'
import { calculateImpact, DEFAULT_INPUTS } from '#domain/impact.ts'
import { wholeMoney } from '#domain/impact-text.ts'

const MAX_INPUT = 1e12

/** A calculator with one input: the monthly cost of packing material, and the machine's savings in a year. Links to the full calculator. */
export function ImpactTeaser({ machine }: { machine: ImpactMachine | undefined }) {
  const [text, setText] = useState(String(DEFAULT_INPUTS.currentMaterialCost))
  if (!machine) return null
  const { value, hint } = readNumber(text, MAX_INPUT)
  const { materialSavings } = calculateImpact({ ...DEFAULT_INPUTS, currentMaterialCost: value }, { ...machine, price: machine.priceUSD })
  const address = `/impact-calculator?${new URLSearchParams({ machine: machine.id, currentMaterialCost: text })}`
  return (
    <section className="frame impact-teaser mt-14 grid md:grid-cols-[1fr_1fr]" aria-labelledby="impact-teaser">
      <div>
        <h2 id="impact-teaser">What would it save you?</h2>
        <div className="field mt-4">
          <label htmlFor="teaser-cost">Monthly spend on packing material</label>
          <div className="unit-input grid grid-cols-[minmax(0,1fr)_auto]">
            <input
              id="teaser-cost"
              className="input"
              inputMode="decimal"
              autoComplete="off"
              maxLength={24}
              value={text}
              onChange={(event) => setText(event.target.value)}
              aria-invalid={hint ? true : undefined}
              aria-describedby={hint ? 'teaser-hint' : undefined}
            />
            <span>
              <span data-price="USD">$</span>
              <span data-price="EUR">€</span> a month
            </span>
          </div>
          {hint && (
            <p id="teaser-hint" className="error">
              {hint}
            </p>
          )}
        </div>
      </div>
      <div className="fold-t md:border-t-0 md:fold-l">
        <output htmlFor="teaser-cost" className="block">
          <span className="block display-h1/[1.2] tracking-[-0.012em] wrap-anywhere">
            <span data-price="USD">{wholeMoney(materialSavings, 'USD')}</span>
            <span data-price="EUR">{wholeMoney(materialSavings, 'EUR')}</span>
          </span>
          <span className="block text-ink-2">
            saved on material a year with <bdi>{machine.name}</bdi>. Model estimate from your input.
          </span>
        </output>
        <Link to={address} className="button mt-4">
          Calculate shipping, labor and payback
        </Link>
      </div>
    </section>
  )
}
