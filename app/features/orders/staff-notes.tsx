import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { MayWrite, Writers } from '#app/features/kit/frame/writers.tsx'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import type { Read } from '#app/lib/api.ts'
import { api, toastFailure } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { instant } from '#app/lib/format.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { BusyButton, SubmitButton } from '#app/ui/busy-button.tsx'
import { TextAreaField } from '#app/ui/field.tsx'
import { Load } from '#app/ui/load.tsx'
import type { StaffNote } from '#contract/orders/staff-notes.ts'
import { mayAct } from '#domain/permissions.ts'

const FAILED = 'The note could not be saved. Please try again.'

interface StaffNotesProps {
  id: string
  /** Subject of the notes. */
  about: 'order' | 'customer'
}

const notesQuery = (token: string | null, { id, about }: StaffNotesProps): Read<StaffNote[]> => ({
  queryKey: [...officeKey(token), 'notes', about, id],
  read: (api, signal) =>
    about === 'order' ? api.staffNotes.listOfOrder({ params: { id }, signal }) : api.customers.listNotes({ params: { id }, signal }),
  staleTime: 0,
})

/** Internal notes about an order or a customer, newest first, and the form for another one. */
export function StaffNotes(props: StaffNotesProps) {
  const user = usePageUser()
  const token = useToken((state) => state.token)
  return (
    <section aria-labelledby="notes" className="mt-8 no-print">
      <h2 id="notes" className="mb-3 text-xl">
        Internal notes
      </h2>
      <MayWrite value={user !== null && mayAct(user, props.about === 'order' ? 'orders.write' : 'support.write')}>
        <div className="frame p-5">
          <Writers>
            <NoteForm {...props} />
          </Writers>
          <Load read={notesQuery(token, props)} failure="The notes could not be loaded.">
            {(notes) => <NoteList notes={notes} />}
          </Load>
        </div>
      </MayWrite>
    </section>
  )
}

function NoteForm({ id, about }: StaffNotesProps) {
  const client = useQueryClient()
  const token = useToken((state) => state.token)
  const [text, setText] = useState('')
  const form = useForm({
    failed: FAILED,
    send: async (fields) => {
      const request = { params: { id }, body: { text: textOf(fields, 'note') } }
      await (about === 'order' ? api.staffNotes.addToOrder(request) : api.customers.addNote(request))
      setText('')
      toast.success('Note saved')
      await client.invalidateQueries({ queryKey: officeKey(token) })
    },
  })
  return (
    <RecordForm form={form} draft={{ kind: `${about}-note`, id }} aria-label="Note" className="grid gap-3">
      <TextAreaField
        label="Add a note"
        name="note"
        rows={2}
        maxLength={2000}
        value={text}
        onChange={(event) => setText(event.target.value)}
        hint="Buyers and sellers don't see it in the shop, but it's part of the buyer's data export."
        error={form.errors.text}
      />
      <p>
        <SubmitButton isBusy={form.isBusy} busy="Saving…" className="button small min-h-11">
          Save note
        </SubmitButton>
      </p>
    </RecordForm>
  )
}

function NoteList({ notes }: { notes: readonly StaffNote[] }) {
  if (notes.length === 0) return null
  return (
    <ul aria-label="Internal notes" className="mt-5 grid gap-4">
      {notes.map((note) => (
        <Note key={note.id} note={note} />
      ))}
    </ul>
  )
}

function Note({ note: { id, text, by, at, canDelete } }: { note: StaffNote }) {
  const client = useQueryClient()
  const token = useToken((state) => state.token)
  const user = usePageUser()
  const mayDelete = user !== null && mayAct(user, 'orders.write')
  const removal = useMutation({
    mutationFn: () => api.staffNotes.remove({ params: { id } }),
    onSuccess: () => toast.success('Note deleted'),
    onError: (failure) => toastFailure(failure, 'The note could not be deleted. Please try again.'),
    onSettled: () => client.invalidateQueries({ queryKey: officeKey(token) }),
  })
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 border-t-[1.5px] border-line pt-3">
      <div className="min-w-0 flex-1 basis-60">
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {text}
        </p>
        <p className="text-sm text-ink-2">
          {by ?? 'A former colleague'}, <time dateTime={at}>{instant(at)}</time>
        </p>
      </div>
      {canDelete && mayDelete && (
        <BusyButton className="button hollow small min-h-11" isBusy={removal.isPending} busy="Deleting…" onPress={() => removal.mutate()}>
          Delete<span className="visually-hidden"> the note of {instant(at)}</span>
        </BusyButton>
      )}
    </li>
  )
}
