import { useLayoutEffect, useRef, useState } from 'react'
import { changedTexts, type FieldTexts, readTexts, writeTexts } from './draft-fields.ts'
import { MERGED } from './form-draft.tsx'
import { useConflict } from './use-conflict.tsx'
import { useForm } from './use-form.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { useTyped } from './use-unsaved-guard.tsx'

interface RecordFormOptions<Stored, Answer> extends Omit<Parameters<typeof useForm<Answer>>[0], 'send'> {
  /** The record as it was opened; null: a new one. */
  record: Stored
  /** Sends the form; `shown` is the record that it shows, whose version goes with it. */
  send: (fields: FormData, shown: Stored) => Promise<Answer>
  /** Says elsewhere, too, that saving failed. */
  onFailed?: (failure: unknown) => void
  /** Called before another record is shown. */
  onShow?: (current: NonNullable<Stored>) => void
  /** True with unsaved changes, where the form knows it better than by what is typed. */
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
 * The form of a stored record, whose fields hold their own values (`defaultValue`). What somebody else saves meanwhile is shown while
 * nothing is typed, and else merged with what was typed.
 * @returns state for `RecordForm`, the record that is shown, and `saved`, to be called before a page is left: the form shows `current`, and
 * with it what was typed while it was sent; it returns true where that is nothing, and nothing is unsaved
 */
export function useRecordForm<Stored extends { version: number } | null, Answer>({
  record,
  send,
  onFailed,
  onShow,
  isDirty: isKnownDirty,
  currentIn = (current) => current as NonNullable<Stored>, // as the call itself would answer it
  ...options
}: RecordFormOptions<Stored, Answer>) {
  const typed = useTyped()
  const isDirty = isKnownDirty ?? typed.isDirty
  const [shown, setShown] = useState(record)
  if (!isDirty && record && shown && record.version > shown.version) {
    onShow?.(record)
    setShown(record)
  }
  const opened = useRef<FieldTexts>({})
  /**
   * Texts of the form as they were sent, and those that were typed since, until they are written into the form that shows the saved record.
   */
  const sent = useRef<FieldTexts>({})
  const typedSince = useRef<FieldTexts>({})
  const files = useRef(new Map<string, FileList>())
  const { element, ref } = useKeptFocus()
  const form = useForm<Answer>({
    ...options,
    element,
    send: (fields): Promise<Answer> => {
      sent.current = textsOf(element.current)
      return conflict.attempt(() => send(fields, shown), onFailed)
    },
  })
  const show = (current: Stored) => {
    if (element.current) files.current = filesIn(element.current)
    if (current) onShow?.(current)
    setShown(current)
  }
  const key = shown?.version
  useLayoutEffect(() => {
    opened.current = textsOf(element.current) // before anything is merged into it
    const typedNow = typedSince.current
    typedSince.current = {}
    if (!element.current || Object.keys(typedNow).length === 0) return
    element.current.dispatchEvent(new Event(MERGED))
    void writeTexts(element.current, typedNow)
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
  const saved = (current: NonNullable<Stored>) => {
    const since = changedTexts(sent.current, textsOf(element.current))
    const isSameForm = current.version === key
    if (!isSameForm) typedSince.current = since
    const isWhole = Object.keys(since).length === 0
    if (!isSameForm || isWhole) typed.reset()
    show(current)
    return isWhole
  }
  return { ...form, props: { ...form.props, ...typed.props, ref }, shown, saved, key, isDirty, notice: conflict.notice }
}
