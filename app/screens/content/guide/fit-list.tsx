import { Link } from 'react-router'
import { keyFacts } from '#app/features/catalog/products/facts.ts'
import { unbroken } from '#app/lib/unbroken.ts'
import { Price } from '#app/ui/price.tsx'
import type { Fit } from './fit-machines.ts'

const FACTS = 3

/** Machines with reasons for and against them; without answers, with their key facts. */
export function FitList({ fits, label }: { fits: readonly Fit[]; label: string }) {
  return (
    <ul aria-label={label} className="frame fit-list">
      {fits.map(({ machine, reasons, shortcomings }) => (
        <li key={machine.id}>
          <div>
            <h3>
              <Link to={`/products/${machine.slug}`} className="inline-flex min-h-11 items-center">
                {unbroken(machine.name)}
              </Link>
            </h3>
            <p className="text-sm text-ink-2">
              {machine.categoryLabel}, {machine.businessName}
            </p>
          </div>
          {reasons.length + shortcomings.length > 0 ? (
            <ul className="fit-reasons">
              {shortcomings.map((text) => (
                <li key={text} className="miss">
                  {text}
                </li>
              ))}
              {reasons.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          ) : (
            <dl className="fit-facts">
              {keyFacts(machine, FACTS).map(({ label: name, value }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          )}
          <Price usd={machine.priceUSD} eur={machine.priceEUR} className="text-lg" />
        </li>
      ))}
    </ul>
  )
}
