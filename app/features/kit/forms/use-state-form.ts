import { useEffect, useRef, useState } from 'react'
import { isSame, mergeEdits } from './merge-edits.ts'
import { useConflict } from './use-conflict.tsx'
import { useForm } from './use-form.ts'
import { useStateDraft } from './use-unsaved-draft.ts'

/** Version of a record; undefined for a new one. */
type VersionOf<Stored> = Stored extends { version: infer Version } ? Version : undefined

const isNewer = (one: unknown, other: unknown) => typeof one === 'number' && typeof other === 'number' && one > other

interface StateFormOptions<Stored, Values extends object, Answer>
  extends Omit<Parameters<typeof useForm<Answer>>[0], 'send'>,
    Pick<Parameters<typeof useConflict<NonNullable<Stored>, Values>>[0], 'labels' | 'wordsOf'> {
  /** The record as it is stored; null: a new one. */
  record: Stored
  /** Returns the values of a record as its form has them. */
  valuesOf: (record: Stored) => Values
  /** Sends them; `version` is that of the record they began with. */
  send: (values: Values, version: VersionOf<Stored>) => Promise<Answer>
  /** Says elsewhere, too, that saving failed. */
  onFailed?: (failure: unknown) => void
  /** Place of its drafts, classes of their notice, and how one is taken over; without it nothing is stored. */
  draft?: { kind: string; id?: string | undefined; className?: string; restored?: (values: Values) => Values }
}

/**
 * The form of a stored record whose values are its state: for rows that come and go. What somebody else saves meanwhile is shown while
 * nothing is changed, and else merged with it.
 * @returns state for `RecordForm`, the values with `change`, and `saved`, to be called before a page is left: the form shows
 * `current`, and with it what was changed while it was sent
 */
export function useStateForm<Stored extends { version: number | string } | null, Values extends object, Answer>({
  record,
  valuesOf,
  send,
  onFailed,
  draft,
  labels,
  wordsOf,
  ...options
}: StateFormOptions<Stored, Values, Answer>) {
  // undefined without a record
  const baseOf = (stored: Stored) => ({ values: valuesOf(stored), version: stored?.version as VersionOf<Stored> })
  const [base, setBase] = useState(() => baseOf(record))
  const [values, setValues] = useState(base.values)
  const isDirty = !isSame(values, base.values)
  const show = (current: Stored) => {
    const shown = baseOf(current)
    setBase(shown)
    setValues(shown.values)
  }
  if (!isDirty && isNewer(record?.version, base.version)) show(record)
  const version = useRef<number>(undefined)
  useEffect(() => {
    version.current = typeof base.version === 'number' ? base.version : undefined
  }, [base.version])
  const left = useStateDraft(draft?.kind, draft?.id ?? null, { values, opened: base.values, version, isDirty }, (unsaved) => {
    // what was saved since an older one is merged
    setBase({ values: unsaved.opened, version: (unsaved.version ?? base.version) as VersionOf<Stored> })
    setValues(draft?.restored?.(unsaved.values) ?? unsaved.values)
  })
  const form = useForm<Answer>({ ...options, send: (): Promise<Answer> => conflict.attempt(() => send(values, base.version), onFailed) })
  const conflict = useConflict<NonNullable<Stored>, Values>({
    form: form.element,
    opened: () => base.values,
    read: () => values,
    write: setValues,
    show,
    ...(labels && { labels }),
    ...(wordsOf && { wordsOf }),
  })
  return {
    ...form,
    notice: conflict.notice,
    left: left && { ...left, ...(draft?.className !== undefined && { className: draft.className }) },
    isDirty,
    values,
    change: (part: Partial<Values>) => setValues((now) => ({ ...now, ...part })),
    saved: (current: NonNullable<Stored>) => {
      const stored = baseOf(current)
      setBase(stored)
      setValues((now) => mergeEdits(values, now, stored.values).merged)
    },
  }
}
