import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConflictNotice, currentOf } from '#app/features/kit/forms/conflict-notice.tsx'
import { FormDraft } from '#app/features/kit/forms/form-draft.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { useUnsavedGuard } from '#app/features/kit/forms/use-unsaved-guard.tsx'
import { api, messageOf } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { TextAreaField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { InboxMessage } from '#contract/contact/inbox.ts'

const FAILED = 'Failed to update message'
const FIELDS = [{ label: 'Note', value: ({ note }: Pick<InboxMessage, 'note'>) => note }]

/** Internal note of staff. Only a changed note is a conflict; an answer given meanwhile is not. */
export function NoteForm({ message }: { message: InboxMessage }) {
  const client = useQueryClient()
  const token = useToken((state) => state.token)
  const [opened, setOpened] = useState(message)
  const [note, setNote] = useState(message.note)
  const [conflict, setConflict] = useState<InboxMessage | null>(null)
  const isDirty = note.trim() !== opened.note
  const question = useUnsavedGuard(isDirty)
  async function save(typed: string, version: number) {
    const saved = await api.inbox.change({ params: { id: message.id }, body: { note: typed, version } })
    setOpened(saved)
    setNote(saved.note)
    setConflict(null)
    toast.success('Note saved')
    await client.invalidateQueries({ queryKey: officeKey(token) })
  }
  async function saveOver(typed: string): Promise<void> {
    try {
      await save(typed, message.note === opened.note ? message.version : opened.version)
    } catch (failure) {
      const current = currentOf<InboxMessage>(failure)
      if (current && current.note === opened.note) return save(typed, current.version)
      setConflict(current)
      toast.error(messageOf(failure, FAILED))
      throw failure
    }
  }
  const { props, errors, problem, isBusy } = useForm({ send: (fields) => saveOver(textOf(fields, 'note')), failed: FAILED })
  return (
    <>
      <form {...props} aria-label="Note" className="panel grid gap-4 p-5">
        {conflict ? (
          <ConflictNotice
            opened={opened}
            current={conflict}
            fields={FIELDS}
            onKeepMine={() => void save(note, conflict.version).catch((failure: unknown) => toast.error(messageOf(failure, FAILED)))}
            onTakeTheirs={() => {
              setOpened(conflict)
              setNote(conflict.note)
              setConflict(null)
            }}
          />
        ) : (
          <FormProblem text={problem} />
        )}
        <FormDraft kind="message-note" id={message.id} />
        <TextAreaField
          label="Note for the team"
          name="note"
          rows={4}
          maxLength={2000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
          hint="Only your team sees it"
          error={errors.note}
        />
        <p className="text-right">
          <SubmitButton isBusy={isBusy} busy="Saving…" className="button small">
            Save note
          </SubmitButton>
        </p>
      </form>
      {question}
    </>
  )
}
