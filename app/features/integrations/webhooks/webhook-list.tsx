import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ActDialog, DeleteDialog } from '#app/features/kit/forms/delete-dialog.tsx'
import { SecretDialog } from '#app/features/kit/forms/secret-dialog.tsx'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { useMayWrite } from '#app/features/kit/frame/writers.tsx'
import { api, messageOf } from '#app/lib/api.ts'
import { instant } from '#app/lib/format.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { Load } from '#app/ui/load.tsx'
import { type Column, RowTable } from '#app/ui/row-table.tsx'
import type { Webhook, WebhookWithSecret } from '#contract/integrations/webhooks.ts'
import { MAX_WEBHOOKS, WEBHOOK_EVENTS, webhookName } from '#domain/webhook.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { type WebhookCalls, webhooksQuery } from './queries.ts'
import { WebhookForm } from './webhook-form.tsx'

const OFF_TEXTS: Readonly<Record<NonNullable<Webhook['offReason']>, string>> = {
  person: 'Turned off',
  gone: 'Turned off: the receiver answered 410 Gone',
  failing: 'Turned off after 5 days of failures',
}

/** Dialog that is open: a form, a new secret, or what is done to a webhook. */
type Open =
  | { kind: 'form'; webhook: Webhook | null }
  | { kind: 'secret'; webhook: WebhookWithSecret }
  | { kind: 'log' | 'rotate' | 'delete'; webhook: Webhook }

/** The webhooks of a business, or of the platform, and what can be done with them. */
export function WebhookList({ calls }: { calls: WebhookCalls }) {
  const token = useToken((state) => state.token)
  const [open, setOpen] = useState<Open | null>(null)
  const mayWrite = useMayWrite()
  return (
    <Load read={webhooksQuery(token, calls)} failure="The webhooks could not be loaded.">
      {(webhooks) => (
        <>
          {webhooks.length === 0 ? (
            <p className="panel mt-6 p-5 text-ink-2">No webhooks yet. Add the address of a system that should hear of new orders.</p>
          ) : (
            <div className="mt-6">
              <RowTable label="Webhooks" columns={columnsFor(calls, setOpen, mayWrite)} rows={webhooks} keyOf={({ id }) => id} />
            </div>
          )}
          <p className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
            {mayWrite && webhooks.length < MAX_WEBHOOKS && (
              <button type="button" className="button" onClick={() => setOpen({ kind: 'form', webhook: null })}>
                Add webhook
              </button>
            )}
            <Link to="/developers#verify-webhook" className="flex min-h-11 items-center">
              Read how to verify a webhook
            </Link>
          </p>
          {open && <OpenDialog open={open} calls={calls} onOpen={setOpen} />}
        </>
      )}
    </Load>
  )
}

const columnsFor = (calls: WebhookCalls, onOpen: (open: Open) => void, mayWrite: boolean): readonly Column<Webhook>[] => [
  {
    title: 'Address',
    cell: ({ url, events }) => (
      <>
        <span className="font-medium wrap-anywhere">{url}</span>
        <span className="block text-sm text-ink-2">{events.length === WEBHOOK_EVENTS.length ? 'All events' : events.join(', ')}</span>
      </>
    ),
  },
  { title: 'State', cell: (webhook) => <State webhook={webhook} /> },
  { title: 'Actions', cell: (webhook) => <Actions webhook={webhook} calls={calls} onOpen={onOpen} mayWrite={mayWrite} /> },
]

/** Names the note that says why the secret can't be rotated now. */
const noteId = ({ id }: Webhook) => `former-secret-${id}`

function State({ webhook }: { webhook: Webhook }) {
  const { isActive, offReason, failingSince, oldSecretUntil } = webhook
  const notes = [
    offReason && offReason !== 'person' && OFF_TEXTS[offReason],
    isActive && failingSince && `Since ${instant(failingSince)}`,
  ].filter((note) => typeof note === 'string')
  const [word, tone] = isActive ? (failingSince ? ['Failing', 'bad'] : ['On', 'ok']) : ['Off', 'idle']
  return (
    <>
      <span className={`status ${tone}`}>{word}</span>
      {notes.map((note) => (
        <span key={note} className="block text-sm text-ink-2">
          {note}
        </span>
      ))}
      {oldSecretUntil && (
        <span id={noteId(webhook)} className="block max-w-60 text-sm text-ink-2">
          Signed with the former secret, too, until {instant(oldSecretUntil)}. You can rotate the secret after that.
        </span>
      )}
    </>
  )
}

interface ActionsProps {
  webhook: Webhook
  calls: WebhookCalls
  onOpen: (open: Open) => void
  mayWrite: boolean
}

function Actions({ webhook, calls, onOpen, mayWrite }: ActionsProps) {
  const client = useQueryClient()
  const name = webhookName(webhook.url)
  const test = useMutation({
    mutationFn: () => api[calls].test({ params: { id: webhook.id } }),
    onSuccess: async () => {
      toast.success('The test is on its way. The log has the answer.')
      await refreshTabs(client)
    },
    onError: (error) => toast.error(messageOf(error, 'The test could not be sent. Please try again.')),
  })
  const action = (label: string, open: Open) => (
    <button type="button" className="link-button" aria-label={`${label}: ${name}`} onClick={() => onOpen(open)}>
      {label}
    </button>
  )
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1 -mx-1">
      {action('View log', { kind: 'log', webhook })}
      {mayWrite && (
        <>
          <BusyButton
            className="link-button"
            aria-label={`Send test: ${name}`}
            isBusy={test.isPending}
            busy="Sending..."
            onPress={() => test.mutate()}
          >
            Send test
          </BusyButton>
          {action('Edit webhook', { kind: 'form', webhook })}
          {webhook.oldSecretUntil === null ? (
            action('Rotate secret', { kind: 'rotate', webhook })
          ) : (
            <button type="button" className="link-button" aria-label={`Rotate secret: ${name}`} aria-describedby={noteId(webhook)} disabled>
              Rotate secret
            </button>
          )}
          {action('Delete webhook', { kind: 'delete', webhook })}
        </>
      )}
    </span>
  )
}

function OpenDialog({ open, calls, onOpen }: { open: Open; calls: WebhookCalls; onOpen: (open: Open | null) => void }) {
  const client = useQueryClient()
  const close = () => onOpen(null)
  const { kind, webhook } = open
  if (kind === 'form') {
    const onSecret = (created: WebhookWithSecret) => onOpen({ kind: 'secret', webhook: created })
    return <WebhookForm key={webhook?.id} webhook={webhook} calls={calls} onSecret={onSecret} onClose={close} />
  }
  if (kind === 'secret')
    return (
      <SecretDialog title={`Signing secret of ${webhookName(webhook.url)}`} secret={webhook.secret} onClose={close}>
        Copy this secret to the receiver, which verifies our messages with it.
      </SecretDialog>
    )
  if (kind === 'log') return <DeliveryLog webhook={webhook} calls={calls} onClose={close} />
  const params = { id: webhook.id }
  if (kind === 'delete')
    return (
      <DeleteDialog
        title={`Delete the webhook to ${webhookName(webhook.url)}?`}
        remove={() => api[calls].remove({ params })}
        done="The webhook was deleted"
        onClose={close}
      >
        <p>Its log is deleted, too, and what waits is not sent.</p>
      </DeleteDialog>
    )
  const rotate = async () => {
    const rotated = await api[calls].rotate({ params })
    await refreshTabs(client)
    onOpen({ kind: 'secret', webhook: rotated })
  }
  return (
    <ActDialog
      title={`Rotate the secret of ${webhookName(webhook.url)}?`}
      confirm="Rotate secret"
      busy="Rotating..."
      act={rotate}
      failed="The secret could not be rotated. Please try again."
      onClose={close}
    >
      <p>You get a new secret. For 24 hours, messages are signed with the present one, too, so that you can switch the receiver.</p>
    </ActDialog>
  )
}
