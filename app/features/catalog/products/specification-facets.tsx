import { figure } from '#app/lib/format.ts'
import type { AttributeFacet } from '#contract/catalog/products.ts'
import { FilterForm } from './filter-form.tsx'
import { Choice, Facet } from './filter-panel.tsx'
import type { ListFilters } from './filters.ts'

interface SpecificationFacetsProps {
  filters: ListFilters
  attributes: readonly AttributeFacet[]
  hrefOf: (change: Partial<ListFilters>) => string
}

/** Choices that are listed at once. */
const FIRST = 6

/** The address of the list with one filter by an attribute changed; an empty text removes it. */
const withSpec = ({ spec }: ListFilters, key: string, text: string) => ({ spec: { ...spec, [key]: text } })

function Choices({
  filters,
  attribute: { key, label, values },
  hrefOf,
}: { attribute: AttributeFacet } & Omit<SpecificationFacetsProps, 'attributes'>) {
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
        <details>
          <summary className="link-button">Show all {figure(items.length)}</summary>
          <ul className="choices">{items.slice(FIRST)}</ul>
        </details>
      )}
    </Facet>
  )
}

function Histogram({ bars, min, max }: { bars: AttributeFacet['histogram']; min: string; max: string }) {
  const most = Math.max(...bars.map(({ count }) => count))
  const isOut = ({ from, to }: { from: number; to: number }) => (min !== '' && to < Number(min)) || (max !== '' && from > Number(max))
  return (
    <div className="flex items-end gap-2 mb-2 h-11" data-histogram aria-hidden="true">
      {bars.map((bar) => (
        <span
          key={bar.from}
          className={`flex-1 ${isOut(bar) ? 'bg-line' : 'bg-blue'}`}
          style={{ blockSize: `${Math.max(2, (100 * bar.count) / most)}%` }}
        />
      ))}
    </div>
  )
}

function Range({ filters, attribute: { key, label, unit, min, max, histogram } }: { filters: ListFilters; attribute: AttributeFacet }) {
  const [from = '', to = from] = (filters.spec[key] ?? '').split('..')
  const field = (end: 'min' | 'max', text: string, value: string, hint: number | null) => (
    <label>
      {text}
      {unit && `, ${unit}`}
      <input
        key={value}
        className="input"
        aria-label={`${text}${unit ? `, ${unit}` : ''}: ${label}`}
        name={`spec.${key}.${end}`}
        inputMode="decimal"
        pattern="[0-9]{1,9}([.,][0-9]{1,4})?"
        title="A number such as 400 or 0.75"
        autoComplete="off"
        placeholder={hint === null ? undefined : String(hint)}
        defaultValue={value}
      />
    </label>
  )
  return (
    <Facet title={label}>
      {histogram.length > 0 && <Histogram bars={histogram} min={from} max={to} />}
      <FilterForm filters={filters} except={[`spec.${key}`]} className="price-range">
        {field('min', 'From', from, min)}
        {field('max', 'To', to, max)}
        <button type="submit" className="button hollow small" aria-label={`Apply ${label}`}>
          Apply
        </button>
      </FilterForm>
    </Facet>
  )
}

/** Filters by the typed specifications of the chosen category. */
export function SpecificationFacets({ filters, attributes, hrefOf }: SpecificationFacetsProps) {
  return attributes.map((attribute) =>
    attribute.kind === 'choice' ? (
      <Choices key={attribute.key} filters={filters} attribute={attribute} hrefOf={hrefOf} />
    ) : (
      <Range key={attribute.key} filters={filters} attribute={attribute} />
    ),
  )
}
