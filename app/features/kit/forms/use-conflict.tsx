import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { toast } from '#app/lib/toast.ts'
import { isApiError, type SavedBy } from '#contract/errors.ts'
import { type AskedField, ConflictNotice, savedText } from './conflict-notice.tsx'
import { fieldInWords } from './field-words.ts'
import { mergeEdits, type Overlap, takeTheirs } from './merge-edits.ts'
import { ShownError } from './use-form.ts'

interface ConflictOptions<Stored, Values extends object> {
  form: RefObject<HTMLFormElement | null>
  /** Shows a record as its form opens it. */
  show: (current: Stored) => void
  /** Values of the form when it was opened, now, and how to set them. */
  opened: () => Values
  read: () => Values
  write: (values: Values) => void | Promise<void>
  /** Names of what is no single field of the form, by the last part of its path. */
  labels?: Readonly<Record<string, string>>
  /** Returns the rows of such a part as people read them; without it all of their texts. */
  wordsOf?: (rows: readonly unknown[]) => string
}

interface Held<Values> {
  opened: Values
  mine: Values
  saved: SavedBy | null
}

interface Asked<Values> {
  saved: SavedBy | null
  merged: Values
  theirs: Values
  overlaps: readonly Overlap[]
  fields: readonly AskedField[]
}

/** A value that no single field shows, as people read it. */
function valueInWords(value: unknown): string {
  if (value === true || value === false) return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(valueInWords).filter(Boolean).join('; ')
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null) return ''
  return Object.entries(value)
    .flatMap(([name, part]) => (name === 'key' ? [] : [valueInWords(part)]))
    .filter(Boolean)
    .join(' ')
}

/** Returns the name of a part of a form, and the value of it that the form shows now. */
function inWords<Stored, Values extends object>(
  { form, labels = {}, wordsOf = valueInWords }: ConflictOptions<Stored, Values>,
  path: readonly string[],
  value: unknown,
) {
  for (let from = 0; form.current && from < path.length; from += 1) {
    const words = fieldInWords(form.current, path.slice(from).join('.'))
    if (words) return words
  }
  const name = path.at(-1) ?? ''
  return {
    label: labels[name] ?? name.charAt(0).toUpperCase() + name.slice(1),
    text: Array.isArray(value) ? wordsOf(value) : valueInWords(value),
  }
}

/**
 * Merges a form with what somebody else has saved since it was opened. Changes of other fields are taken over, and the form is sent again
 * by itself; about fields that both have changed, it asks.
 * @returns `attempt`, which saves; `rebase` for those that save by themselves: it is given every failure, and throws where the form shows
 * it by itself; and `notice`, the question; null without one
 */
export function useConflict<Stored, Values extends object>(options: ConflictOptions<Stored, Values>) {
  const latest = useRef(options)
  const held = useRef<Held<Values> | null>(null)
  const [asked, setAsked] = useState<Asked<Values> | null>(null)
  const send = () => setTimeout(() => latest.current.form.current?.requestSubmit()) // once the form is ready to be sent again
  useLayoutEffect(() => {
    latest.current = options
    const edit = held.current
    if (!edit) return
    held.current = null // what `show` has set is on the page now
    const { read, write } = latest.current
    const theirs = read()
    const { merged, overlaps } = mergeEdits(edit.opened, edit.mine, theirs)
    const before = overlaps.map(({ path, theirs: value }) => inWords(latest.current, path, value))
    const ask = async () => {
      await write(merged)
      if (overlaps.length === 0) {
        toast.info(`${savedText(edit.saved)} Both changes are kept.`)
        send()
        return
      }
      const fields = overlaps.map(({ path, mine }, at) => {
        const { label, text } = inWords(latest.current, path, mine)
        return { label, mine: text, theirs: before[at]?.text ?? '' }
      })
      setAsked({ saved: edit.saved, merged, theirs, overlaps, fields })
    }
    void ask()
  })
  const notice: ReactNode = asked && (
    <ConflictNotice
      saved={asked.saved}
      fields={asked.fields}
      onKeepMine={() => {
        setAsked(null)
        send()
      }}
      onTakeTheirs={() => {
        void latest.current.write(takeTheirs(asked.merged, asked.theirs, asked.overlaps))
        setAsked(null)
      }}
    />
  )
  const rebase = (failure: unknown, current?: Stored) => {
    setAsked(null)
    if (!isApiError(failure) || failure.code !== 'edit_conflict') return
    const { opened, read, show } = latest.current
    // as the server adds it
    held.current = { opened: opened(), mine: read(), saved: (failure.problem.saved as SavedBy | undefined) ?? null }
    show(current ?? (failure.problem.current as Stored)) // a conflict answers the record as the call itself would
    throw new ShownError()
  }
  const attempt = async <Answer,>(send: () => Promise<Answer>, onFailed?: (failure: unknown) => void): Promise<Answer> => {
    try {
      return await send()
    } catch (failure) {
      rebase(failure)
      onFailed?.(failure)
      throw failure
    }
  }
  return { notice, rebase, attempt }
}
