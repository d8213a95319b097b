import { type ComponentProps, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { type FieldTexts, readTexts, writeTexts } from './draft-fields.ts'
import { FormDraft, MERGED } from './form-draft.tsx'
import { useConflict } from './use-conflict.tsx'
import { useForm } from './use-form.ts'

interface RecordFormOptions<Stored, Answer> extends Omit<Parameters<typeof useForm<Answer>>[0], 'send'> {
  /** The record as it was opened; null: a new one. */
  record: Stored
  /** Sends the form; `shown` is the record that it shows, whose version goes with it. */
  send: (fields: FormData, shown: Stored) => Promise<Answer>
  /** Says elsewhere, too, that saving failed. */
  onFailed?: (failure: unknown) => void
  /** Called before a record that somebody else has saved is shown. */
  onShow?: (current: NonNullable<Stored>) => void
  /** With it, a newer `record` is shown while nothing is typed. */
  isDirty?: boolean
  /** Returns the record in what a conflict answers; without it all of it. */
  currentIn?: (current: unknown) => NonNullable<Stored>
}

const fileFieldsOf = (form: HTMLFormElement) =>
  [...form.elements].filter((control): control is HTMLInputElement => control instanceof HTMLInputElement && control.type === 'file')

/** Returns the files that were chosen, by field. */
const filesIn = (form: HTMLFormElement) =>
  new Map(fileFieldsOf(form).flatMap(({ name, files }) => (files && files.length > 0 ? [[name, files] as const] : [])))

function putFiles(form: HTMLFormElement, chosen: ReadonlyMap<string, FileList>): void {
  for (const control of fileFieldsOf(form)) {
    const files = chosen.get(control.name)
    if (!files || control.files === files) continue
    control.files = files
    control.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

/** Texts of a form, with what a field says while it is empty: a stored account number stands there. */
function textsOf(form: HTMLFormElement | null): FieldTexts {
  if (!form) return {}
  const texts = readTexts(form, true)
  for (const control of form.elements)
    if (control instanceof HTMLInputElement && control.placeholder) texts[control.name]?.push(control.placeholder)
  return texts
}

/**
 * The form of a stored record, whose fields hold their own values (`defaultValue`). What somebody else saves meanwhile is merged with what was typed.
 * @returns what `useForm` returns, the record that is shown, `key` for the form or for what is around its fields, and `notice`, the question about fields that
 * both have changed
 */
export function useRecordForm<Stored extends { version: number } | null, Answer>({
  record,
  send,
  onFailed,
  onShow,
  isDirty = true,
  currentIn = (current) => current as NonNullable<Stored>, // as the call itself would answer it
  ...options
}: RecordFormOptions<Stored, Answer>) {
  const [shown, setShown] = useState(record)
  if (!isDirty && record && shown && record.version > shown.version) setShown(record)
  const opened = useRef<FieldTexts>({})
  const files = useRef(new Map<string, FileList>())
  const form = useForm<Answer>({
    ...options,
    send: async (fields) => {
      try {
        return await send(fields, shown)
      } catch (failure) {
        conflict.rebase(failure)
        onFailed?.(failure)
        throw failure
      }
    },
  })
  const { element } = form
  const show = (current: Stored) => {
    if (element.current) files.current = filesIn(element.current)
    if (current) onShow?.(current)
    setShown(current)
  }
  const key = shown?.version
  useLayoutEffect(() => {
    opened.current = textsOf(element.current) // before anything is merged into it
  }, [key, element])
  const conflict = useConflict<unknown, FieldTexts>({
    form: element,
    opened: () => opened.current,
    show: (current) => show(currentIn(current)),
    read: () => textsOf(element.current),
    write: async (texts) => {
      if (!element.current) return
      element.current.dispatchEvent(new Event(MERGED))
      putFiles(element.current, files.current)
      await writeTexts(element.current, texts)
    },
  })
  return { ...form, shown, show, key, notice: conflict.notice }
}

type RecordFormState = Omit<ReturnType<typeof useRecordForm>, 'shown' | 'show' | 'answer'>

/** Head of a record's form: the question about another's changes, or what is wrong, and a draft. */
export function RecordHead({
  form,
  ...draft
}: { form: Pick<RecordFormState, 'notice' | 'problem'> } & Partial<ComponentProps<typeof FormDraft>>) {
  return (
    <>
      {form.notice ?? <FormProblem text={form.problem} />}
      {draft.kind !== undefined && <FormDraft {...draft} kind={draft.kind} />}
    </>
  )
}

interface RecordFormProps {
  form: RecordFormState
  /** Kind of its drafts, and the id of the record; without them nothing is stored. */
  draft?: ComponentProps<typeof FormDraft>
  save: string
  busy?: string
  /** Shown beside the save button. */
  foot: ReactNode
  children: ReactNode
}

/** The form of a record in a dialog: its head, its fields and its foot. */
export function RecordForm({ form, draft, save, busy = 'Saving…', foot, children }: RecordFormProps) {
  return (
    <form {...form.props} key={form.key} className="grid gap-4">
      <RecordHead form={form} {...draft} />
      {children}
      <p className="flex flex-wrap justify-end gap-3 py-3 bg-surface">
        {foot}
        <SubmitButton isBusy={form.isBusy} busy={busy}>
          {save}
        </SubmitButton>
      </p>
    </form>
  )
}
