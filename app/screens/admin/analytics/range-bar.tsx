import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ExportMenu } from '#app/features/kit/grid/export-menu.tsx'
import { INTERVAL_LABELS } from '#app/features/reporting/words.ts'
import { INTERVALS, intervalFor, MAX_STEPS, stepsOf } from '#domain/analytics.ts'
import { addressOf, checkDays, PRESETS, type RangeState } from './range-state.ts'

/** Period of the figures: the last days, or days of one's choice; the address has all of it. */
export function RangeBar({ state }: { state: RangeState }) {
  const { days, range } = state
  const [typed, setTyped] = useState({ from: range.from, to: range.to })
  const [problem, setProblem] = useState<string | null>(null)
  const navigate = useNavigate()
  const own = days === null ? range : { days }
  const go = (address: string) => void navigate(address, { preventScrollReset: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = checkDays(typed.from, typed.to)
    setProblem(wrong)
    if (wrong === null) go(addressOf(typed, undefined))
  }
  const intervals = INTERVALS.filter((interval) => stepsOf(range, interval).length <= MAX_STEPS)
  return (
    <div className="no-print mt-4.5">
      <nav aria-label="Range" className="views mt-4.5 border-b-2 border-ink overflow-x-auto">
        <ul className="flex gap-0.5">
          {PRESETS.map((preset) => (
            <li key={preset.days}>
              <Link to={addressOf(preset, undefined)} aria-current={preset.days === days ? 'page' : undefined} preventScrollReset>
                {preset.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <form
        aria-label="Custom range"
        onSubmit={submit}
        noValidate
        className="filter-bar mt-0 border-b-[1.5px] max-sm:grid max-sm:grid-cols-2"
      >
        {(['from', 'to'] as const).map((name) => (
          <label key={name} className="filter-date max-sm:flex-col max-sm:items-stretch max-sm:gap-0.5">
            {name === 'from' ? 'From' : 'To'}
            <input
              type="date"
              name={name}
              className="input w-auto max-sm:w-full"
              value={typed[name]}
              aria-invalid={problem !== null || undefined}
              aria-describedby={problem === null ? undefined : 'range-problem'}
              onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
            />
          </label>
        ))}
        <button type="submit" className="button small max-sm:col-span-2">
          Show
        </button>
        <label className="filter-date max-sm:flex-col max-sm:items-stretch max-sm:gap-0.5">
          By
          <select
            className="input w-auto max-sm:w-full"
            value={range.interval ?? intervalFor(range)}
            onChange={({ target }) =>
              go(
                addressOf(
                  own,
                  INTERVALS.find((interval) => interval === target.value),
                ),
              )
            }
          >
            {intervals.map((interval) => (
              <option key={interval} value={interval}>
                {INTERVAL_LABELS[interval]}
              </option>
            ))}
          </select>
        </label>
        <span className="filter-bar-end flex flex-wrap gap-2 ml-auto max-md:ml-0 max-sm:self-end">
          <ExportMenu path="/api/admin/analytics/export" query={{ ...range }} name="analytics" />
        </span>
        {problem !== null && (
          <p id="range-problem" role="alert" className="field-error w-full">
            {problem}
          </p>
        )}
      </form>
    </div>
  )
}
