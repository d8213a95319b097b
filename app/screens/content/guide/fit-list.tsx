import { Link } from 'react-router'
import { keyFacts } from '#app/features/catalog/products/facts.ts'
import { unbroken } from '#app/lib/unbroken.ts'
import { Price } from '#app/ui/price.tsx'
import type { Fit } from './fit-machines.ts'

const FACTS = 3

/** Machines with reasons for and against them; without answers, with their key facts. */
export function FitList({ fits, label }: { fits: readonly Fit[]; label: string }) {
  return (
    <ul aria-label={label} className="frame fit-list md:grid md:grid-cols-[minmax(0,18rem)_minmax(0,1fr)_auto]">
      {fits.map(({ machine, reasons, shortcomings }) => (
        <li
          key={machine.id}
          className="grid grid-cols-1 gap-x-6 gap-y-2 px-6 py-4.5 md:col-span-full md:grid-cols-subgrid md:items-baseline not-first:fold-t"
        >
          <div>
            <h3>
              <Link to={`/products/${machine.slug}`} className="inline-flex py-2.5">
                <bdi>{unbroken(machine.name)}</bdi>
              </Link>
            </h3>
            <p className="text-sm text-ink-2">
              <bdi>{machine.categoryLabel}</bdi>, <bdi>{machine.businessName}</bdi>
            </p>
          </div>
          {reasons.length + shortcomings.length > 0 ? (
            <ul className="fit-reasons grid gap-1">
              {shortcomings.map((text) => (
                <li key={text} className="miss pl-[1.5em] indent-[-1.5em]">
                  {text}
                </li>
              ))}
              {reasons.map((text) => (
                <li key={text} className="pl-[1.5em] indent-[-1.5em]">
                  {text}
                </li>
              ))}
            </ul>
          ) : (
            <dl className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] content-start gap-x-5 gap-y-1">
              {keyFacts(machine, FACTS).map(({ label: name, value }) => (
                <div key={name}>
                  <dt className="text-ink-2 text-sm">{name}</dt>
                  <dd className="font-semibold">{value}</dd>
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
