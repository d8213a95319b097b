import { figure } from '#app/lib/format.ts'
import type { AttributeFacet } from '#contract/catalog/products.ts'
import { usUnitOf } from '#domain/us-units.ts'
import type { FilterPlace } from './filter-form.tsx'
import { Choice, Facet } from './filter-panel.tsx'
import type { ListFilters } from './filters.ts'
import { RangeFacet } from './range-facet.tsx'
import { UnitSwitch } from './unit-switch.tsx'

interface SpecificationFacetsProps {
  filters: ListFilters
  attributes: readonly AttributeFacet[]
  hrefOf: (change: Partial<ListFilters>) => string
  place?: FilterPlace | undefined
}

/** Choices that are listed at once. */
const FIRST = 6

/** The address of the list with one filter by an attribute changed; an empty text removes it. */
const withSpec = ({ spec }: ListFilters, key: string, text: string) => ({ spec: { ...spec, [key]: text } })

function Choices({
  filters,
  attribute: { key, label, values },
  hrefOf,
}: { attribute: AttributeFacet } & Omit<SpecificationFacetsProps, 'attributes' | 'place'>) {
  const chosen = (filters.spec[key] ?? '').split(',').filter((value) => value !== '')
  const missing = chosen
    .filter((choice) => values.every(({ value }) => value !== choice))
    .map((value) => ({ value, label: value, count: 0 }))
  const all = [...values, ...missing]
  const items = all.map(({ value, label: text, count }) => {
    const isChosen = chosen.includes(value)
    const next = isChosen ? chosen.filter((other) => other !== value) : [...chosen, value]
    return (
      <Choice key={value} to={hrefOf(withSpec(filters, key, next.join(',')))} isChosen={isChosen} count={count}>
        {text}
      </Choice>
    )
  })
  return (
    <Facet title={label}>
      <ul className="choices">{items.slice(0, FIRST)}</ul>
      {items.length > FIRST && (
        <details open={all.slice(FIRST).some(({ value }) => chosen.includes(value))}>
          <summary className="link-button">Show all {figure(items.length)}</summary>
          <ul className="choices">{items.slice(FIRST)}</ul>
        </details>
      )}
    </Facet>
  )
}

/** Filters by the typed specifications of the chosen category. */
export function SpecificationFacets({ filters, attributes, hrefOf, place }: SpecificationFacetsProps) {
  return (
    <>
      {attributes.some(({ unit }) => usUnitOf(unit) !== null) && <UnitSwitch className="justify-self-start -ml-1" />}
      {attributes.map((attribute) =>
        attribute.kind === 'choice' ? (
          <Choices key={attribute.key} filters={filters} attribute={attribute} hrefOf={hrefOf} />
        ) : (
          <RangeFacet key={attribute.key} filters={filters} attribute={attribute} place={place} />
        ),
      )}
    </>
  )
}
