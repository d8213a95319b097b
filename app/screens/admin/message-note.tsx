import { useQueryClient } from '@tanstack/react-query'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useRecordForm } from '#app/features/kit/forms/use-record-form.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { TextAreaField } from '#app/ui/field.tsx'
import type { InboxMessage } from '#contract/contact/inbox.ts'

const FAILED = 'Failed to update message'

/** Internal note of staff. */
export function NoteForm({ message }: { message: InboxMessage }) {
  const client = useQueryClient()
  const token = useToken((state) => state.token)
  const form = useRecordForm({
    record: message,
    send: async (fields, shown) => {
      const body = { note: textOf(fields, 'note'), version: shown.version }
      form.saved(await api.inbox.change({ params: { id: message.id }, body }))
      toast.success('Note saved')
      await client.invalidateQueries({ queryKey: officeKey(token) })
    },
    failed: FAILED,
    onFailed: (failure) => toast.error(messageOf(failure, FAILED)),
  })
  return (
    <RecordForm form={form} draft={{ kind: 'message-note', id: message.id }} aria-label="Note" className="panel grid gap-4 p-5">
      <TextAreaField
        label="Note for the team"
        name="note"
        rows={4}
        maxLength={2000}
        defaultValue={form.shown.note}
        hint="Only your team sees it"
        error={form.errors.note}
      />
      <p className="text-right">
        <SubmitButton isBusy={form.isBusy} busy="Saving…" className="button small">
          Save note
        </SubmitButton>
      </p>
    </RecordForm>
  )
}
