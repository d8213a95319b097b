import type { ReactNode } from 'react'
import type { FieldErrors } from '#app/lib/field-errors.ts'
import { DEFAULT_SHIPPING_RATES, SHIPPING_CLASSES, SHIPPING_METHODS } from '#domain/shipping.ts'
import { EXTRA_KEYS } from '#domain/shipping-zones.ts'
import type { RateDraft } from './zone-draft.ts'

type TextName = Exclude<keyof RateDraft, 'key' | 'class' | 'method' | 'extras'>

const NUMBER = { type: 'number', inputMode: 'decimal', min: 0, step: 'any' } as const
const CLASS_LABELS = { parcel: 'Parcel', freight: 'Freight' } as const
const CELL = 'px-1.5 py-1.5 align-top border-t-[1.5px] border-line'
const HEAD = 'px-1.5 py-2 text-left text-sm font-normal text-ink-2 whitespace-nowrap'

const COLUMNS: readonly (readonly [name: TextName, title: string, field: string, width: string])[] = [
  ['minKg', 'From kg', 'minKg', 'w-26'],
  ['maxKg', 'To kg', 'maxKg', 'w-26'],
  ['usd', 'USD', 'price', 'w-28'],
  ['eur', 'EUR', 'price', 'w-28'],
  ['perKgUsd', 'USD per kg', 'perKg', 'w-22'],
  ['perKgEur', 'EUR per kg', 'perKg', 'w-22'],
  ['freeUsd', 'Free from USD', 'freeFrom', 'w-24'],
  ['freeEur', 'Free from EUR', 'freeFrom', 'w-24'],
  ['minDays', 'Days from', 'minDays', 'w-18'],
  ['maxDays', 'Days to', 'maxDays', 'w-18'],
]

const LIMITS: readonly (readonly [name: TextName, title: string, field: string])[] = [
  ['maxUnitKg', 'Heaviest unit, kg', 'maxUnitKg'],
  ['maxLongestMm', 'Longest side, mm', 'maxLongestMm'],
  ['maxGirthMm', 'Girth, mm', 'maxGirthMm'],
  ['volumeDivisor', 'Volume divisor, cm³ per kg', 'volumeDivisor'],
]

interface RateRowsProps {
  rates: readonly RateDraft[]
  errors: FieldErrors
  change: (key: number, values: Partial<RateDraft>) => void
  /** Absent where the rates are only read. */
  onRemove?: (key: number) => void
}

/** Weight bands of a zone as an editable table; an empty price is by quote. */
export function RateRows({ rates, errors, change, onRemove }: RateRowsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keys must reach it
    <div className="relative overflow-x-auto" role="region" aria-label="Weight bands" tabIndex={0}>
      <table className="w-full border-collapse">
        <thead>
          <tr>
            {['Ships as', 'Method', ...COLUMNS.map(([, title]) => title)].map((title) => (
              <th key={title} scope="col" className={HEAD}>
                {title}
              </th>
            ))}
            {onRemove && (
              <th scope="col" className={HEAD}>
                <span className="visually-hidden">Remove</span>
              </th>
            )}
          </tr>
        </thead>
        {rates.map((rate, at) => (
          <RateRow
            key={rate.key}
            rate={rate}
            at={at}
            errorOf={(field) => errors[`rates.${at}.${field}`]}
            change={(values) => change(rate.key, values)}
            {...(onRemove && { onRemove: () => onRemove(rate.key) })}
          />
        ))}
      </table>
    </div>
  )
}

interface RowProps {
  rate: RateDraft
  at: number
  errorOf: (field: string) => string | undefined
  change: (values: Partial<RateDraft>) => void
  onRemove?: () => void
}

function RateRow({ rate, at, errorOf, change, onRemove }: RowProps) {
  const band = `band ${at + 1}`
  const field = (name: TextName, label: string, of: string) => ({
    className: 'input',
    name: `rates.${at}.${of}`,
    'aria-label': `${label}, ${band}`,
    ...(errorOf(of) && { 'aria-invalid': true, 'aria-describedby': `rates.${at}-error` }),
    value: rate[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => change({ [name]: event.currentTarget.value }),
  })
  const wrong = [...new Set([...COLUMNS, ...LIMITS].flatMap(([, , of]) => errorOf(of) ?? []).concat(errorOf('extras') ?? []))]
  return (
    <tbody>
      <tr>
        <td className={CELL}>
          <select
            className="input min-w-32"
            aria-label={`Ships as, ${band}`}
            value={rate.class}
            onChange={(event) => change({ class: SHIPPING_CLASSES.find((each) => each === event.target.value) ?? 'parcel' })}
          >
            {SHIPPING_CLASSES.map((each) => (
              <option key={each} value={each}>
                {CLASS_LABELS[each]}
              </option>
            ))}
          </select>
        </td>
        <td className={CELL}>
          <select
            className="input min-w-38"
            name={`rates.${at}.method`}
            aria-label={`Method, ${band}`}
            value={rate.class === 'freight' ? 'standard' : rate.method}
            disabled={rate.class === 'freight'}
            onChange={(event) => change({ method: SHIPPING_METHODS.find((each) => each === event.target.value) ?? 'standard' })}
          >
            {SHIPPING_METHODS.map((each) => (
              <option key={each} value={each}>
                {DEFAULT_SHIPPING_RATES[each].label}
              </option>
            ))}
          </select>
        </td>
        {COLUMNS.map(([name, title, of, width]) => (
          <td key={name} className={CELL}>
            <div className={width}>
              <input
                {...NUMBER}
                {...field(name, title, of)}
                placeholder={placeholderOf(name, rate)}
                required={/^(min|max)Days$/.test(name)}
              />
            </div>
          </td>
        ))}
        {onRemove && (
          <td className={CELL}>
            <button type="button" className="button hollow small" aria-label={`Remove ${band}`} onClick={onRemove}>
              Remove
            </button>
          </td>
        )}
      </tr>
      <tr>
        <td colSpan={COLUMNS.length + 3} className="px-1.5 pb-3">
          {wrong.length > 0 && (
            <p id={`rates.${at}-error`} role="alert" className="mb-1 text-sm font-medium text-bad">
              {wrong.join(' ')}
            </p>
          )}
          <details className="max-w-[min(60rem,calc(100vw-6rem))]">
            <summary className="w-fit cursor-pointer text-sm">
              Limits{rate.class === 'freight' ? ', extras' : ''} and carrier<span className="visually-hidden"> of {band}</span>
            </summary>
            <div className="mt-2 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
              {LIMITS.map(([name, title, of]) => (
                <Labelled key={name} title={title}>
                  <input {...NUMBER} {...field(name, title, of)} placeholder="None" />
                </Labelled>
              ))}
              <Labelled title="Carrier">
                <input {...field('carrier', 'Carrier', 'carrier')} maxLength={60} placeholder="Any" />
              </Labelled>
              {rate.class === 'freight' && EXTRA_KEYS.map((key) => <Extra key={key} rate={rate} of={key} band={band} change={change} />)}
            </div>
          </details>
        </td>
      </tr>
    </tbody>
  )
}

function placeholderOf(name: TextName, { usd, eur }: Pick<RowProps['rate'], 'usd' | 'eur'>): string | undefined {
  if (name === 'maxKg') return 'No end'
  if (name === 'eur' && usd.trim() !== '') return usd // one amount counts in both currencies
  if (name === 'usd' && eur.trim() !== '') return eur
  if (name === 'usd' || name === 'eur') return 'By quote'
  return name === 'freeUsd' || name === 'freeEur' ? 'Never' : undefined
}

function Labelled({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <span aria-hidden className="text-sm text-ink-2">
        {title}
      </span>
      {children}
    </div>
  )
}

function Extra({ rate, of, band, change }: Pick<RowProps, 'rate' | 'change'> & { of: string; band: string }) {
  const extra = rate.extras[of]
  if (!extra) return null
  const set = (values: Partial<typeof extra>) => change({ extras: { ...rate.extras, [of]: { ...extra, ...values } } })
  return (
    <Labelled title={`${extra.label}, USD and EUR`}>
      <span className="flex gap-2">
        {(['usd', 'eur'] as const).map((currency) => (
          <input
            key={currency}
            {...NUMBER}
            className="input"
            aria-label={`${extra.label} in ${currency.toUpperCase()}, ${band}`}
            placeholder="Not offered"
            value={extra[currency]}
            onChange={(event) => set({ [currency]: event.currentTarget.value })}
          />
        ))}
      </span>
    </Labelled>
  )
}
