import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf, type Read } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { type Column, RowTable } from '#app/ui/row-table.tsx'
import type { HealthDetails } from '#contract/platform/health.ts'
import { formatClock } from '#domain/text.ts'
import { type HealthRow, healthRows, healthSummary, type Level } from './health-rows.ts'

const LOOK_MS = 10_000
const WORDS: Record<Level, string> = { ok: 'OK', warn: 'Warning', bad: 'Problem' }

const healthQuery = (token: string | null): Read<HealthDetails> => ({
  queryKey: [...officeKey(token), 'health'],
  read: (api, signal) => api.health.details({ signal }),
  staleTime: 0,
})

const COLUMNS: readonly Column<HealthRow>[] = [
  { title: 'Part', cell: ({ name }) => <span className="font-medium">{name}</span> },
  { title: 'State', cell: ({ level }) => <span className={`status ${level}`}>{WORDS[level]}</span> },
  { title: 'Details', cell: (row) => <Details {...row} /> },
]

function Details({ text, help, runbook, link }: HealthRow) {
  return (
    <div>
      <p className="wrap-anywhere">{text}</p>
      {help && <p className="text-ink-2">{help}</p>}
      <p className="flex flex-wrap gap-x-4">
        {runbook && <a href={runbook}>Runbook</a>}
        {link && <Link to={link.to}>{link.label}</Link>}
      </p>
    </div>
  )
}

/** State of the server and of what it depends on, read every ten seconds while the page is visible. */
export default function HealthScreen() {
  const token = useToken((state) => state.token)
  useQuery({ ...queryOf(healthQuery(token)), refetchInterval: LOOK_MS, refetchOnWindowFocus: true })
  return (
    <>
      <h1>Health</h1>
      <Load read={healthQuery(token)} failure="The state of the server could not be loaded.">
        {(details) => <State details={details} />}
      </Load>
    </>
  )
}

function State({ details }: { details: HealthDetails }) {
  const rows = healthRows(details, location.protocol)
  return (
    <>
      <p role="status" className="mt-2 text-lg font-medium">
        {healthSummary(rows)}
      </p>
      <p className="mb-4 text-ink-2">
        As of <time dateTime={details.at}>{formatClock(new Date(details.at))}</time>, updated every 10 seconds.
      </p>
      <RowTable label="Health" columns={COLUMNS} rows={rows} keyOf={({ name }) => name} />
    </>
  )
}
