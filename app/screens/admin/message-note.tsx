import { useQueryClient } from '@tanstack/react-query'
import { RecordHead, useRecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useTyped, useUnsavedGuard } from '#app/features/kit/forms/use-unsaved-guard.tsx'
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
  const typed = useTyped()
  const question = useUnsavedGuard(typed.isDirty)
  const form = useRecordForm({
    record: message,
    isDirty: typed.isDirty,
    send: async (fields, shown) => {
      const body = { note: textOf(fields, 'note'), version: shown.version }
      form.show(await api.inbox.change({ params: { id: message.id }, body }))
      typed.reset()
      toast.success('Note saved')
      await client.invalidateQueries({ queryKey: officeKey(token) })
    },
    failed: FAILED,
    onFailed: (failure) => toast.error(messageOf(failure, FAILED)),
  })
  return (
    <>
      <form {...form.props} key={form.key} {...typed.props} aria-label="Note" className="panel grid gap-4 p-5">
        <RecordHead form={form} kind="message-note" id={message.id} />
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
      </form>
      {question}
    </>
  )
}
