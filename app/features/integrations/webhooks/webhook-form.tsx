import { useQueryClient } from '@tanstack/react-query'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useRecordForm } from '#app/features/kit/forms/use-record-form.ts'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { toast } from '#app/lib/toast.ts'
import { CheckField, TextField } from '#app/ui/field.tsx'
import type { Webhook, WebhookWithSecret } from '#contract/integrations/webhooks.ts'
import { WEBHOOK_EVENT_TEXTS, WEBHOOK_EVENTS, WEBHOOK_URL_LENGTH } from '#domain/webhook.ts'
import type { WebhookCalls } from './queries.ts'

interface WebhookFormProps {
  /** Null: a new one. */
  webhook: Webhook | null
  calls: WebhookCalls
  /** Called with a new webhook, whose secret is shown this once. */
  onSecret: (created: WebhookWithSecret) => void
  onClose: () => void
}

/** Adds a webhook, or changes its address and events and turns it on or off. */
export function WebhookForm({ webhook, calls, onSecret, onClose }: WebhookFormProps) {
  const client = useQueryClient()
  const form = useRecordForm({
    record: webhook,
    send: async (fields, shown) => {
      const events = WEBHOOK_EVENTS.filter((event) => fields.getAll('events').includes(event))
      const url = textOf(fields, 'url')
      if (shown) {
        const body = { url, events, isActive: fields.get('isActive') !== null, version: shown.version }
        await api[calls].update({ params: { id: shown.id }, body })
        toast.success('The webhook was saved')
        await refreshTabs(client)
        return onClose()
      }
      const created = await api[calls].create({ body: { url, events } })
      await refreshTabs(client)
      onSecret(created)
    },
    failed: 'The webhook could not be saved. Please try again.',
  })
  const shown = form.shown
  return (
    <FormDialog title={webhook ? 'Edit webhook' : 'Add webhook'} onClose={onClose}>
      <RecordForm form={form} save={webhook ? 'Save webhook' : 'Add webhook'}>
        <TextField
          label="Address"
          name="url"
          type="url"
          inputMode="url"
          autoComplete="off"
          dir="ltr"
          required
          maxLength={WEBHOOK_URL_LENGTH}
          placeholder="https://"
          defaultValue={shown?.url}
          hint="Receives a POST for each event, with a signature."
          error={form.errors.url}
        />
        <fieldset className="field">
          <legend className="font-medium">Events</legend>
          {form.errors.events && <p className="error">{form.errors.events}</p>}
          {WEBHOOK_EVENTS.map((event) => (
            <div key={event}>
              <CheckField name="events" value={event} label={event} defaultChecked={shown?.events.includes(event) ?? false} />
              <p className="hint -mt-2 mb-1 ml-8">{WEBHOOK_EVENT_TEXTS[event]}</p>
            </div>
          ))}
        </fieldset>
        {webhook && <CheckField name="isActive" label="Send messages" defaultChecked={shown?.isActive ?? true} />}
      </RecordForm>
    </FormDialog>
  )
}
