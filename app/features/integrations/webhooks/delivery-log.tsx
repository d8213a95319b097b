import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { useMayWrite } from '#app/features/kit/frame/writers.tsx'
import { api, messageOf } from '#app/lib/api.ts'
import { count, instant } from '#app/lib/format.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Load } from '#app/ui/load.tsx'
import { type Column, RowTable } from '#app/ui/row-table.tsx'
import type { Webhook, WebhookDelivery } from '#contract/integrations/webhooks.ts'
import { webhookName } from '#domain/webhook.ts'
import { deliveriesQuery, LOG_SIZE, type WebhookCalls } from './queries.ts'

const STATES: Readonly<Record<WebhookDelivery['state'], [word: string, tone: string]>> = {
  waiting: ['Waiting', 'idle'],
  delivered: ['Delivered', 'ok'],
  failed: ['Failed', 'bad'],
}

interface DeliveryLogProps {
  webhook: Webhook
  calls: WebhookCalls
  onClose: () => void
}

/** The messages to a webhook and its answers, a page at a time. */
export function DeliveryLog({ webhook, calls, onClose }: DeliveryLogProps) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const mayWrite = useMayWrite()
  const [page, setPage] = useState(1)
  return (
    <Dialog title={`Messages to ${webhookName(webhook.url)}`} isWide onClose={onClose}>
      <p className="mt-2 text-ink-2">
        Of the last 30 days, the newest first, each with its <code>webhook-id</code>.
      </p>
      <Load read={deliveriesQuery(token, calls, { id: webhook.id, page })} failure="The log could not be loaded.">
        {({ items, total }) => (
          <>
            {items.length === 0 ? (
              <p className="panel mt-4 p-5 text-ink-2">No messages yet. Send a test to try the receiver.</p>
            ) : (
              <RowTable className="mt-4" label="Messages" columns={columnsFor(calls, mayWrite)} rows={items} keyOf={({ id }) => id} />
            )}
            <p className="mt-4 flex flex-wrap items-center justify-end gap-3">
              {total > LOG_SIZE && (
                <>
                  <button type="button" className="button hollow" disabled={page === 1} onClick={() => setPage(page - 1)}>
                    Newer
                  </button>
                  <button type="button" className="button hollow" disabled={page * LOG_SIZE >= total} onClick={() => setPage(page + 1)}>
                    Older
                  </button>
                </>
              )}
              <button type="button" className="button hollow" onClick={() => void refreshTabs(client)}>
                Refresh log
              </button>
              <button type="button" className="button" onClick={onClose}>
                Close log
              </button>
            </p>
          </>
        )}
      </Load>
    </Dialog>
  )
}

const columnsFor = (calls: WebhookCalls, mayWrite: boolean): readonly Column<WebhookDelivery>[] => [
  {
    title: 'Event',
    cell: ({ id, type, at }) => (
      <>
        <span className="font-medium wrap-anywhere">{type}</span>
        <code className="block text-xs text-ink-2 wrap-anywhere select-all" dir="ltr">
          {id}
        </code>
        <time className="block text-sm text-ink-2" dateTime={at}>
          {instant(at)}
        </time>
      </>
    ),
  },
  {
    title: 'State',
    cell: ({ state, attempts, nextAttemptAt }) => (
      <>
        <span className={`status ${STATES[state][1]}`}>{STATES[state][0]}</span>
        <span className="block text-sm text-ink-2">
          {count(attempts, 'attempt', 'attempts')}
          {attempts > 0 && nextAttemptAt && `, next ${instant(nextAttemptAt)}`}
        </span>
      </>
    ),
  },
  {
    title: 'Answer',
    cell: ({ status, answer }) => (
      <span className="wrap-anywhere">
        {status !== null && <span className="font-medium">{status} </span>}
        <bdi>{answer}</bdi>
      </span>
    ),
  },
  ...(mayWrite ? [{ title: 'Actions', cell: (delivery: WebhookDelivery) => <Resend delivery={delivery} calls={calls} /> }] : []),
]

function Resend({ delivery: { id, type }, calls }: { delivery: WebhookDelivery; calls: WebhookCalls }) {
  const client = useQueryClient()
  const resend = useMutation({
    mutationFn: () => api[calls].resend({ params: { id } }),
    onSuccess: async () => {
      toast.success('The message is sent again')
      await refreshTabs(client)
    },
    onError: (error) => toast.error(messageOf(error, 'The message could not be sent. Please try again.')),
  })
  return (
    <BusyButton
      className="link-button -mx-1"
      aria-label={`Send again: ${type}`}
      isBusy={resend.isPending}
      busy="Sending..."
      onPress={() => resend.mutate()}
    >
      Send again
    </BusyButton>
  )
}
