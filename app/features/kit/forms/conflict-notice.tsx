import { useEffect, useRef } from 'react'
import { isApiError } from '#contract/errors.ts'

/** A field of a record as people read it. */
interface ConflictField<Record> {
  label: string
  value: (record: Record) => string
}

interface ConflictNoticeProps<Record> {
  /** The record as the form opened it, and as someone else has saved it since. */
  opened: Record
  current: Record
  fields: readonly ConflictField<Record>[]
  /** Saves the form over the other's change. */
  onKeepMine: () => void
  /** Shows the record as it is now; what was typed is given up. */
  onTakeTheirs: () => void
}

/** The record as it is now, when a form was refused because somebody else had saved it meanwhile; null for any other failure. */
export function currentOf<Record>(failure: unknown): Record | null {
  if (!isApiError(failure) || failure.code !== 'edit_conflict') return null
  return (failure.problem.current as Record | undefined) ?? null // a conflict answers the record as the call itself would
}

/** Says what somebody else has changed since a form was opened, field by field, and lets one choose. It scrolls into view and takes the focus. */
export function ConflictNotice<Record>({ opened, current, fields, onKeepMine, onTakeTheirs }: ConflictNoticeProps<Record>) {
  const box = useRef<HTMLDivElement>(null)
  const changed = fields.filter(({ value }) => value(opened) !== value(current))
  useEffect(() => {
    if (!current) return
    box.current?.scrollIntoView({ block: 'start' })
    box.current?.focus({ preventScroll: true })
  }, [current])
  const takeTheirs = () => {
    const place = box.current?.closest('section, dialog, main')
    onTakeTheirs()
    setTimeout(() => place?.querySelector<HTMLElement>('form :is(input, select, textarea):enabled')?.focus()) // once their values are shown
  }
  return (
    <div ref={box} role="alert" tabIndex={-1} className="notice bad scroll-mt-4 max-sm:scroll-mt-24">
      <p className="font-medium">Somebody else has changed this since you opened it.</p>
      <dl className="grid gap-1.5 mt-2">
        {changed.map(({ label, value }) => (
          <div key={label} className="grid gap-x-3 sm:grid-cols-[minmax(7rem,14rem)_minmax(0,1fr)]">
            <dt className="font-semibold">{label}</dt>
            <dd className="wrap-anywhere">
              <del dir="auto">{value(opened) || 'empty'}</del> <ins dir="auto">{value(current) || 'empty'}</ins>
            </dd>
          </div>
        ))}
      </dl>
      {changed.length === 0 && <p>The fields of this form are the same.</p>}
      <p className="mt-3 flex flex-wrap gap-3">
        <button type="button" className="button small" onClick={onKeepMine}>
          Keep mine
        </button>
        <button type="button" className="button hollow small" onClick={takeTheirs}>
          Take theirs
        </button>
      </p>
    </div>
  )
}
