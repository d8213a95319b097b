import { type RefObject, useRef, useState } from 'react'
import { currentOf } from './conflict-notice.tsx'

/**
 * Returns the version of a record that a form edits, and the record as somebody else has saved it where saving was refused for that.
 * `note` is given every failure of saving; `keepMine` sends the form once more, over the other's change.
 */
export function useConflict<Record extends { version: number }>(opened: Record, form: RefObject<HTMLFormElement | null>) {
  const version = useRef(opened.version)
  const [current, setCurrent] = useState<Record | null>(null)
  return {
    current,
    version: () => version.current,
    note: (failure: unknown) => setCurrent(currentOf<Record>(failure)),
    keepMine: () => {
      if (current) version.current = current.version
      setCurrent(null)
      form.current?.requestSubmit()
    },
  }
}
