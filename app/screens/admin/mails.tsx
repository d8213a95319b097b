import { Link } from 'react-router'
import type { GridColumn, GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { MAIL_WORDS, MailStateWord } from '#app/features/platform/mail-words.tsx'
import { mailsQuery } from '#app/features/platform/queries.ts'
import { figure, instant } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import type { MailEntry } from '#contract/platform/mails.ts'

const STATES = ['waiting', 'sent', 'failed', 'digest', 'bell'] as const
const FILTERS: readonly GridFilter[] = [
  { name: 'state', label: 'State', options: STATES.map((value) => ({ value, label: MAIL_WORDS[value].word })) },
]
const VIEWS = [
  { label: 'Waiting', query: 'state=waiting' },
  { label: 'Failed', query: 'state=failed' },
]

const COLUMNS: readonly GridColumn<MailEntry>[] = [
  {
    id: 'subject',
    title: 'Subject',
    isFixed: true,
    cell: ({ id, subject }) => (
      <Link to={`/admin/mails/${id}`} className="font-medium">
        <bdi>{subject}</bdi>
      </Link>
    ),
  },
  { id: 'to', title: 'To', isFixed: true, cell: ({ to }) => <span className="break-all">{to}</span> },
  { id: 'state', title: 'State', cell: ({ state }) => <MailStateWord state={state} /> },
  { id: 'template', title: 'Text', isExtra: true, cell: ({ template }) => <code>{template}</code> },
  { id: 'created', title: 'Created', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    id: 'sent',
    title: 'Sent',
    cell: ({ sentAt, state }) => (sentAt ? <Moment at={sentAt} /> : state === 'digest' || state === 'bell' ? 'Not by itself' : 'Not yet'),
  },
  { id: 'due', title: 'Next attempt', isExtra: true, cell: ({ dueAt }) => (dueAt ? <Moment at={dueAt} /> : 'None') },
  { id: 'attempts', title: 'Attempts', isAmount: true, cell: ({ attempts }) => figure(attempts) },
  { id: 'error', title: 'Last error', isExtra: true, cell: ({ lastError }) => lastError ?? 'None' },
]

function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{instant(at)}</time>
}

/** Every mail that the shop has written, sent or waiting. */
export default function MailsScreen() {
  const token = useToken((state) => state.token)
  return (
    <>
      <h1>Emails</h1>
      <DataGrid
        name="mails"
        records="emails"
        label="Emails"
        columns={COLUMNS}
        rowId={({ id }) => String(id)}
        rowName={({ subject, to }) => `${subject} to ${to}`}
        hrefOf={({ id }) => `/admin/mails/${id}`}
        read={(query) => mailsQuery(token, query)}
        filters={FILTERS}
        views={VIEWS}
        searchLabel="Search by address"
        defaultSort="-createdAt"
        empty={{ filtered: 'No emails found', none: 'No emails yet' }}
        failure="The emails could not be loaded."
      />
    </>
  )
}
