import { useState } from 'react'
import type { AttributeFacet } from '#contract/catalog/products.ts'
import { fromUsNumber, toUsNumber, usUnitOf } from '#domain/us-units.ts'
import { FilterForm, type FilterPlace } from './filter-form.tsx'
import { Facet } from './filter-panel.tsx'
import type { ListFilters } from './filters.ts'
import { useUnits } from './use-units.ts'

type Bars = AttributeFacet['histogram']
type End = 'min' | 'max'
/** Both ends of a range as they are typed; an empty one is open. */
type Ends = Record<End, string>

const END_LABELS: Readonly<Record<End, { field: string; slider: string }>> = {
  min: { field: 'From', slider: 'Lowest' },
  max: { field: 'To', slider: 'Highest' },
}
/** Most places of a slider. */
const PLACES = 100

const numberOf = (typed: string) => (typed.trim() === '' ? null : Number(typed.replace(',', '.')))

function Histogram({ bars, ends }: { bars: Bars; ends: Ends }) {
  const most = Math.max(...bars.map(({ count }) => count))
  const [min, max] = [numberOf(ends.min) ?? -Infinity, numberOf(ends.max) ?? Infinity]
  const isOut = ({ from, to }: Bars[number], at: number) => (at < bars.length - 1 && to < min) || (at > 0 && from > max)
  return (
    <div className="flex items-end gap-0.5 mx-3 h-11" data-histogram aria-hidden="true">
      {bars.map((bar, at) => (
        <span
          key={bar.from}
          className={`flex-1 ${isOut(bar, at) ? 'bg-line' : 'bg-blue'}`}
          style={{ blockSize: bar.count === 0 ? 2 : `${Math.max(8, (100 * bar.count) / most)}%` }}
        />
      ))}
    </div>
  )
}

interface SlidersProps {
  label: string
  unit: string | null
  ends: Ends
  /** Numbers at both ends of the sliders, where a range is open. */
  axis: Record<End, number>
  decimals: number
  onChange: (ends: Ends) => void
}

/** Two sliders over one line, bound to the fields below them. */
function Sliders({ label, unit, ends, axis, decimals, onChange }: SlidersProps) {
  const span = axis.max - axis.min
  const places = Math.min(PLACES, Math.round(span * 10 ** decimals))
  if (places < 1) return null
  const atStart: Record<End, number> = { min: 0, max: places }
  const placeOf = (end: End) => {
    const number = numberOf(ends[end])
    if (number === null || Number.isNaN(number)) return atStart[end]
    return Math.min(places, Math.max(0, Math.round(((number - axis.min) / span) * places)))
  }
  const at: Record<End, number> = { min: placeOf('min'), max: placeOf('max') }
  const move = (end: End, to: number) => {
    const place = end === 'min' ? Math.min(to, at.max) : Math.max(to, at.min)
    const number = Number((axis.min + (span * place) / places).toFixed(decimals))
    onChange({ ...ends, [end]: place === atStart[end] ? '' : String(number) })
  }
  return (
    <div className="range-pair needs-script">
      {(['min', 'max'] as const).map((end) => (
        <input
          key={end}
          type="range"
          min={0}
          max={places}
          value={at[end]}
          aria-label={`${END_LABELS[end].slider} ${label}`}
          aria-valuetext={ends[end] === '' ? 'Any' : `${ends[end]}${unit ? ` ${unit}` : ''}`}
          // where both are at the far end, the lower one is on top: only it can move
          style={end === 'min' && at.min > places / 2 ? { zIndex: 1 } : undefined}
          onChange={(event) => move(end, Number(event.target.value))}
        />
      ))}
    </div>
  )
}

interface RangeFacetProps {
  filters: ListFilters
  attribute: AttributeFacet
  place?: FilterPlace | undefined
}

/** A range of numbers: bars, two sliders and two fields for the same ends. The address has them in the metric unit, whatever is shown. */
export function RangeFacet({
  filters,
  attribute: { key, label, unit: metric, min, max, decimals: exact, histogram },
  place,
}: RangeFacetProps) {
  const { units } = useUnits()
  const usUnit = units === 'us' ? usUnitOf(metric) : null
  const unit = usUnit ?? metric
  const shown = (number: number) => (usUnit ? toUsNumber(number, metric) : number)
  const stored = filters.spec[key] ?? ''
  const asTyped = (): Ends => {
    const [from = '', to = from] = stored.split('..')
    const text = (end: string) => (end === '' ? '' : String(shown(Number(end))))
    return { min: text(from), max: text(to) }
  }
  const [typed, setTyped] = useState(asTyped)
  const now = `${stored} ${unit}`
  const [before, setBefore] = useState(now)
  if (before !== now) {
    setBefore(now)
    setTyped(asTyped())
  }
  const [first, last] = [histogram[0], histogram.at(-1)]
  const [low, high] = [first?.from ?? min, last?.to ?? max]
  const bars = histogram.map((bar) => ({ ...bar, from: shown(bar.from), to: shown(bar.to) }))
  const axis = low === null || high === null ? null : { min: shown(low), max: shown(high) }
  const decimals = usUnit ? Math.max(1, exact) : exact
  const inMetric = (end: End) => {
    const number = numberOf(typed[end])
    return number === null || Number.isNaN(number) ? typed[end] : String(fromUsNumber(number, metric, end))
  }
  const field = (end: End, hint: number | null) => (
    <label>
      {END_LABELS[end].field}
      {unit && `, ${unit}`}
      <input
        className="input"
        aria-label={`${END_LABELS[end].field}${unit ? `, ${unit}` : ''}: ${label}`}
        name={usUnit ? undefined : `spec.${key}.${end}`}
        inputMode="decimal"
        pattern="[0-9]{1,9}([.,][0-9]{1,4})?"
        title="A number such as 400 or 0.75"
        autoComplete="off"
        placeholder={hint === null ? undefined : String(shown(hint))}
        value={typed[end]}
        onChange={(event) => setTyped({ ...typed, [end]: event.target.value })}
      />
      {usUnit && <input type="hidden" name={`spec.${key}.${end}`} value={inMetric(end)} />}
    </label>
  )
  return (
    <Facet title={label}>
      {bars.length > 0 && <Histogram bars={bars} ends={typed} />}
      {axis && <Sliders label={label} unit={unit} ends={typed} axis={axis} decimals={decimals} onChange={setTyped} />}
      <FilterForm filters={filters} except={[`spec.${key}`]} place={place} className="price-range">
        {field('min', min)}
        {field('max', max)}
        <button type="submit" className="button hollow small" aria-label={`Apply ${label}`}>
          Apply
        </button>
      </FilterForm>
    </Facet>
  )
}
