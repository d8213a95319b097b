import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CellLines, CellText } from '#app/features/kit/grid/cells.tsx'
import type { GridColumn, GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { api, messageOf } from '#app/lib/api.ts'
import { count, instant } from '#app/lib/format.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import type { Job } from '#contract/reporting/jobs.ts'
import { jobsQuery } from './job-queries.ts'

/** Labels of the kinds of jobs. */
export const KIND_LABELS: Record<Job['kind'], string> = {
  'catalog-import': 'Catalog import',
  'catalog-undo': 'Catalog import undo',
  'linked-pictures': 'Picture downloads',
  purge: 'Cleanup of expired records',
  'review-reminder': 'Application reminders',
  'trader-details': 'Trader detail requests',
  'register-reminder': 'Register number reminders',
  'token-expiry': 'API token reminders',
  'payment-reminder': 'Unpaid order reminders',
  'email-confirmation': 'Unconfirmed email reminders',
  'low-stock': 'Low stock emails',
  'sale-prices': 'Start and end of sales',
  'search-refresh': 'Search index updates',
  'specification-values': 'Specification values',
  'older-invoices': 'Documents for older invoices',
  'e-invoice': 'E-invoices',
  'documents-monthly': 'Commission and self-billed invoices',
  'vat-recheck': 'VAT ID checks',
  'exemption-expiry': 'Tax certificate expiry',
  'exchange-rates': 'Daily exchange rates',
  'hold-expiry': 'Release of unpaid reservations',
  'payment-check': 'Card payment checks',
  'credited-orders': 'Credits of orders paid in part',
  'milestone-cards': 'Card payments of milestones',
  'dispute-check': 'Payment dispute checks',
  refunds: 'Card refunds',
  taxes: 'Stripe Tax reports',
  transfers: 'Stripe payouts',
  snapshot: 'Database snapshot',
  'audit-seal': 'Audit log seals',
  'audit-anchor': 'Audit log seal copies',
}
const STATES: Record<Job['state'], [word: string, tone: string]> = {
  waiting: ['Waiting', 'idle'],
  running: ['Running', 'blue'],
  done: ['Done', 'ok'],
  failed: ['Failed', 'bad'],
  cancelled: ['Canceled', 'idle'],
}

const optionsOf = <Key extends string>(labels: Record<Key, string>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value, label }))

const FILTERS: readonly GridFilter[] = [
  { name: 'kind', label: 'Kind', options: optionsOf(KIND_LABELS) },
  { name: 'state', label: 'State', options: Object.entries(STATES).map(([value, [label]]) => ({ value, label })) },
]

/** Formats a duration. */
function duration(ms: number | null): string {
  if (ms === null) return ''
  if (ms < 1000) return `${ms} ms`
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
}

const columnsFor = (onDone: () => void): GridColumn<Job>[] => [
  { id: 'kind', title: 'Kind', sort: 'kind', isFixed: true, cell: ({ kind }) => <span className="font-medium">{KIND_LABELS[kind]}</span> },
  {
    id: 'state',
    title: 'State',
    isFixed: true,
    cell: ({ state, retries }) => (
      <CellLines more={retries > 0 && count(retries, 'retry', 'retries')}>
        <span className={`status ${STATES[state][1]}`}>{STATES[state][0]}</span>
      </CellLines>
    ),
  },
  {
    id: 'createdAt',
    title: 'Requested',
    sort: 'createdAt',
    sortsDownFirst: true,
    isExtra: true,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{instant(createdAt)}</time>,
  },
  {
    id: 'started',
    title: 'Started',
    cell: ({ startedAt, dueAt }) =>
      startedAt ? <time dateTime={startedAt}>{instant(startedAt)}</time> : <span className="text-ink-2">Due {instant(dueAt)}</span>,
  },
  { id: 'took', title: 'Duration', isAmount: true, cell: ({ tookMs }) => <span className="whitespace-nowrap">{duration(tookMs)}</span> },
  { id: 'outcome', title: 'Outcome', isFixed: true, cell: (job) => <Outcome job={job} /> },
  { id: 'actions', title: 'Actions', isActions: true, cell: (job) => <Retry job={job} onDone={onDone} /> },
]

function Outcome({ job: { error, result } }: { job: Job }) {
  const text = error ?? result ?? ''
  return (
    <CellText title={text}>
      <span className={error === null ? 'text-ink-2' : 'text-bad'}>{text}</span>
    </CellText>
  )
}

function Retry({ job: { id, state, kind }, onDone }: { job: Job; onDone: () => void }) {
  const [isBusy, setBusy] = useState(false)
  if (state !== 'failed') return null
  const retry = async () => {
    setBusy(true)
    try {
      await api.jobs.retry({ params: { id } })
      toast.success('The job runs again in a moment')
      onDone()
    } catch (failure) {
      toast.error(messageOf(failure, 'The job could not be run again. Please try again later.'))
    }
    setBusy(false)
  }
  return (
    <BusyButton
      className="button hollow small"
      aria-label={`Try again: ${KIND_LABELS[kind]}`}
      isBusy={isBusy}
      busy="Starting…"
      onPress={() => void retry()}
    >
      Try again
    </BusyButton>
  )
}

/** Everything that ran, runs or waits in the background. */
export function JobsGrid() {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const refresh = () => void client.invalidateQueries({ queryKey: officeKey(token) })
  return (
    <DataGrid
      name="jobs"
      label="Jobs"
      columns={columnsFor(refresh)}
      rowId={({ id }) => id}
      rowName={({ kind }) => KIND_LABELS[kind]}
      read={(query) => jobsQuery(token, query)}
      filters={FILTERS}
      searchLabel="Search by outcome"
      defaultSort="-createdAt"
      tools={
        <button type="button" className="button hollow small" onClick={refresh}>
          Refresh
        </button>
      }
      empty={{ filtered: 'No jobs found', none: 'No background jobs yet.' }}
      failure="The jobs could not be loaded."
    />
  )
}
