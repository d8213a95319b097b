import { useMemo, useState } from 'react'
import { subscribersQuery } from '#app/features/contact/newsletter/queries.ts'
import { CellText } from '#app/features/kit/grid/cells.tsx'
import type { GridColumn, GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { day } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
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

const dayOrNone = (iso: string | null) => iso && <time dateTime={iso}>{day(iso)}</time>

/** Returns the address; after the subscription has ended only a hash of it is stored. */
const nameOf = ({ email }: Subscriber) => email || 'Address removed'

function columnsOf(ask: (removal: Removal) => void): GridColumn<Subscriber>[] {
  return [
    {
      id: 'email',
      title: 'Email',
      sort: 'email',
      isFixed: true,
      cell: (reader) => <b className="font-medium wrap-break-word">{nameOf(reader)}</b>,
    },
    {
      id: 'status',
      title: 'Status',
      sort: 'status',
      cell: ({ status }) => <span className={`status ${STATES[status].tone}`}>{STATES[status].label}</span>,
    },
    { id: 'created', title: 'Requested on', sort: 'createdAt', sortsDownFirst: true, cell: ({ createdAt }) => dayOrNone(createdAt) },
    {
      id: 'confirmed',
      title: 'Confirmed on',
      sort: 'confirmedAt',
      sortsDownFirst: true,
      cell: ({ confirmedAt }) => dayOrNone(confirmedAt),
    },
    { id: 'ended', title: 'Unsubscribed on', isExtra: true, cell: ({ unsubscribedAt }) => dayOrNone(unsubscribedAt) },
    {
      id: 'consent',
      title: 'Agreed to',
      cell: ({ consentText }) => <CellText>{consentText}</CellText>,
    },
    {
      id: 'actions',
      title: 'Actions',
      isActions: true,
      cell: (reader) => (
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
      ),
    },
  ]
}

export default function NewsletterScreen() {
  const token = useToken((state) => state.token)
  const [removal, setRemoval] = useState<Removal | null>(null)
  const columns = useMemo(() => columnsOf(setRemoval), [])
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
