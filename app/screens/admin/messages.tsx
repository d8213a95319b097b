import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { MessageState, STATUS_LABELS, TOPIC_LABELS } from '#app/features/contact/messages/message-state.tsx'
import { inboxQuery } from '#app/features/contact/messages/queries.ts'
import { offerUndo, undoEach } from '#app/features/kit/frame/offer-undo.ts'
import { CellLines, CellText } from '#app/features/kit/grid/cells.tsx'
import type { GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { columnsOf } from '#app/features/kit/grid/list-columns.tsx'
import type { GridSelection } from '#app/features/kit/grid/use-selection.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { count, instant } from '#app/lib/format.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import type { InboxMessage } from '#contract/contact/inbox.ts'
import { INBOX_LIST } from '#contract/contact/inbox-list.ts'
import { truncateAtWord } from '#domain/text.ts'

const EXCERPT_MAX = 100
const hrefOf = ({ id }: InboxMessage) => `/admin/messages/${id}`
const optionsOf = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }))
const firstWords = ({ message, details }: InboxMessage) => truncateAtWord(message || (details[0]?.value ?? ''), EXCERPT_MAX)

const FILTERS: readonly GridFilter[] = [
  { name: 'status', label: 'Status', options: optionsOf(STATUS_LABELS) },
  { name: 'topic', label: 'Topic', options: optionsOf(TOPIC_LABELS) },
]

const COLUMNS = columnsOf(INBOX_LIST, {
  name: (message) => (
    <CellLines more={message.company ?? message.email}>
      <Link to={hrefOf(message)} className="font-medium" aria-label={`${message.name}, ${message.reference}`}>
        <bdi>{message.name}</bdi>
      </Link>
    </CellLines>
  ),
  message: (message) => <CellText>{firstWords(message)}</CellText>,
  topic: ({ topic }) => TOPIC_LABELS[topic],
  status: ({ status }) => <MessageState status={status} />,
  created: ({ createdAt }) => <time dateTime={createdAt}>{instant(createdAt)}</time>,
  email: ({ email }) => <span className="break-all">{email}</span>,
  note: ({ note }) => truncateAtWord(note, EXCERPT_MAX),
})

const bulkTools = ({ rows, clear }: GridSelection<InboxMessage>) => <MarkAnswered messages={rows} onDone={clear} />

export default function MessagesScreen() {
  const token = useToken((state) => state.token)
  return (
    <>
      <h1>Messages</h1>
      <DataGrid
        name="messages"
        records="messages"
        label="Messages"
        columns={COLUMNS}
        rowId={({ id }) => id}
        rowName={({ reference, name }) => `${reference} from ${name}`}
        hrefOf={hrefOf}
        read={(query) => inboxQuery(token, query)}
        filters={FILTERS}
        searchLabel="Search messages"
        defaultSort="-createdAt"
        exportPath="/api/admin/messages/export"
        actions={bulkTools}
        empty={{ filtered: 'No messages match your current filters', none: 'No messages yet' }}
        failure="The messages could not be loaded."
      />
    </>
  )
}

/** Marks all chosen messages as answered. */
function MarkAnswered({ messages, onDone }: { messages: readonly InboxMessage[]; onDone: () => void }) {
  const client = useQueryClient()
  const token = useToken((state) => state.token)
  const [isBusy, setBusy] = useState(false)
  const open = messages.filter(({ status }) => status === 'open')
  async function mark() {
    setBusy(true)
    const marked: InboxMessage[] = []
    try {
      for (const { id } of open) marked.push(await api.inbox.change({ params: { id }, body: { status: 'answered' } }))
      onDone()
    } catch (error) {
      toast.error(messageOf(error, 'Failed to update message'))
    } finally {
      if (marked.length > 0) {
        offerUndo(`${count(marked.length, 'message')} marked as answered`, 'message', () =>
          undoEach(
            marked,
            ({ reference }) => reference,
            ({ id, version }) => api.inbox.change({ params: { id }, body: { status: 'open', version } }),
          ),
        )
      }
      setBusy(false)
      await client.invalidateQueries({ queryKey: officeKey(token) })
    }
  }
  return (
    <BusyButton isBusy={isBusy} busy="Marking…" onPress={() => void mark()}>
      Mark as answered
    </BusyButton>
  )
}
