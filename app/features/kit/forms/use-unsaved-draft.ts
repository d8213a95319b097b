import { type RefObject, useEffect, useRef } from 'react'
import type { DraftStore } from './unsaved-draft.ts'

const KEEP_MS = 400

interface DraftOptions<Values, Opened> {
  drafts: DraftStore<Values, Opened>
  userId: string
  /** Of the record; null for a new one. */
  id: string | null
  values: Values
  opened: Opened
  version: RefObject<number | null | undefined>
  isDirty: boolean
}

/** Stores unsaved input in this browser: after a pause in typing, and when the page is left. */
export function useUnsavedDraft<Values, Opened>({
  drafts,
  userId,
  id,
  values,
  opened,
  version,
  isDirty,
}: DraftOptions<Values, Opened>): void {
  const wasDirty = useRef(false)
  useEffect(() => {
    if (!isDirty) {
      if (wasDirty.current) drafts.remove(userId, id) // saved, or typed back to the stored text; an older draft stays until the user decides
      wasDirty.current = false
      return
    }
    wasDirty.current = true
    const keep = () => drafts.store(userId, id, { values, opened, version: version.current ?? null, at: new Date().toISOString() })
    const timer = setTimeout(keep, KEEP_MS)
    window.addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', keep)
    }
  }, [drafts, userId, id, values, opened, version, isDirty])
}
