import { useMemo, useState } from 'react'
import { subscribersQuery } from '#app/features/contact/newsletter/queries.ts'
import type { GridColumn, GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { actionsColumn, columnsOf } from '#app/features/kit/grid/list-columns.tsx'
import { useToken } from '#app/lib/token.ts'
import { SUBSCRIBER_LIST } from '#contract/contact/subscriber-list.ts'
import type { Subscriber } from '#contract/contact/subscribers.ts'
import { type Removal, RemoveDialog } from './remove-subscriber.tsx'

const STATES: Record<Subscriber['status'], { label: string; tone: string }> = {
  pending: { label: 'Not confirmed', tone: 'warn' },
  confirmed: { label: 'Confirmed', tone: 'ok' },
  unsubscribed: { label: 'Unsubscribed', tone: 'idle' },
}

const STATUS_FILTER: GridFilter = {
  name: 'status',
  label: 'Status',
  options: Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
}

/** Returns the address; after the subscription has ended only a hash of it is stored. */
const nameOf = ({ email }: Subscriber) => email || 'Address removed'

const columnsFor = (ask: (removal: Removal) => void): GridColumn<Subscriber>[] => [
  ...columnsOf(SUBSCRIBER_LIST, {
    email: (reader) => <b className="font-medium wrap-break-word">{nameOf(reader)}</b>,
    status: ({ status }) => <span className={`status ${STATES[status].tone}`}>{STATES[status].label}</span>,
  }),
  actionsColumn((reader) => (
    <span className="row-actions">
      {reader.status !== 'unsubscribed' && (
        <button
          type="button"
          className="button hollow small"
          aria-label={`Unsubscribe ${nameOf(reader)}`}
          onClick={() => ask({ reader, kind: 'unsubscribe' })}
        >
          Unsubscribe
        </button>
      )}
      <button
        type="button"
        className="button danger small"
        aria-label={`Erase ${nameOf(reader)}`}
        onClick={() => ask({ reader, kind: 'erase' })}
      >
        Erase
      </button>
    </span>
  )),
]

export default function NewsletterScreen() {
  const token = useToken((state) => state.token)
  const [removal, setRemoval] = useState<Removal | null>(null)
  const columns = useMemo(() => columnsFor(setRemoval), [])
  return (
    <>
      <h1>Newsletter</h1>
      <DataGrid
        name="newsletter"
        label="Subscribers"
        columns={columns}
        rowId={({ id }) => id}
        rowName={nameOf}
        read={(query) => subscribersQuery(token, query)}
        filters={[STATUS_FILTER]}
        searchLabel="Search by email"
        defaultSort="-createdAt"
        exportPath="/api/admin/newsletter/export"
        empty={{ filtered: 'No subscribers match your current filters', none: 'No subscribers yet' }}
        failure="The subscribers could not be loaded."
      />
      {removal && <RemoveDialog removal={removal} onClose={() => setRemoval(null)} />}
    </>
  )
}
