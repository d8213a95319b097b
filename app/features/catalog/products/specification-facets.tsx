import type { AttributeFacet } from '#contract/catalog/products.ts'
import { usUnitOf } from '#domain/us-units.ts'
import type { FilterPlace } from './filter-form.tsx'
import { ChoiceFacet } from './filter-panel.tsx'
import type { ListFilters } from './filters.ts'
import { RangeFacet } from './range-facet.tsx'
import { UnitSwitch } from './unit-switch.tsx'

interface SpecificationFacetsProps {
  filters: ListFilters
  attributes: readonly AttributeFacet[]
  hrefOf: (change: Partial<ListFilters>) => string
  place?: FilterPlace | undefined
}

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
  const choices = all.map((choice) => {
    const isChosen = chosen.includes(choice.value)
    const next = isChosen ? chosen.filter((other) => other !== choice.value) : [...chosen, choice.value]
    return { ...choice, to: hrefOf(withSpec(filters, key, next.join(','))), isChosen }
  })
  return <ChoiceFacet title={label} choices={choices} />
}

/** Filters by the typed specifications of the chosen category, or of all in the list. */
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
