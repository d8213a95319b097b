import { type RefObject, useEffect, useRef, useState } from 'react'
import { usePageSession } from '#app/features/kit/session/use-session.ts'
import { isSame } from './merge-edits.ts'
import { type DraftStore, draftOwner, draftStore, type UnsavedDraft } from './unsaved-draft.ts'

const KEEP_MS = 400

interface DraftOptions<Values, Opened> {
  drafts: DraftStore<Values, Opened>
  owner: string
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
  owner,
  id,
  values,
  opened,
  version,
  isDirty,
}: DraftOptions<Values, Opened>): void {
  const wasDirty = useRef(false)
  useEffect(() => {
    if (!isDirty) {
      // saved, or typed back to the stored text; an older draft stays until the user decides
      if (wasDirty.current) drafts.remove(owner, id)
      wasDirty.current = false
      return
    }
    wasDirty.current = true
    const keep = () => drafts.store(owner, id, { values, opened, version: version.current ?? null, at: new Date().toISOString() })
    const timer = setTimeout(keep, KEEP_MS)
    window.addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', keep)
    }
  }, [drafts, owner, id, values, opened, version, isDirty])
}

/** Of a form whose input is not stored. */
const NO_DRAFTS = { read: () => null, store: () => {}, remove: () => {} }

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Both for a form whose values are its screen's state; without `kind` nothing is stored. @returns props of `DraftNotice` */
export function useStateDraft<Values extends object>(
  kind: string | undefined,
  id: string | null,
  { values, opened, version, isDirty }: Pick<DraftOptions<Values, Values>, 'values' | 'opened' | 'version' | 'isDirty'>,
  restore: (draft: UnsavedDraft<Values>) => void,
) {
  const owner = draftOwner(usePageSession().user)
  const [drafts] = useState(() => {
    const isValues = (value: unknown): value is Values => isObject(value) && Object.keys(opened).every((name) => name in value)
    return kind === undefined ? NO_DRAFTS : draftStore<Values>(kind, isValues, isValues)
  })
  useUnsavedDraft({ drafts, owner, id, values, opened, version, isDirty })
  return useLeftDraft({ drafts, owner, id }, (left) => isSame(left, values), restore)
}

/**
 * Unsaved input that an earlier page load left behind, until the user decides about it.
 * @param isSame compares it with what the form shows: an equal draft is not offered.
 * @returns props of `DraftNotice`; null without a draft
 */
export function useLeftDraft<Values, Opened>(
  { drafts, owner, id }: Pick<DraftOptions<Values, Opened>, 'drafts' | 'owner' | 'id'>,
  isSame: (values: Values) => boolean,
  restore: (draft: UnsavedDraft<Values, Opened>) => void,
) {
  const [left, setLeft] = useState(() => {
    const draft = drafts.read(owner, id)
    return draft && !isSame(draft.values) ? draft : null
  })
  return (
    left && {
      at: left.at,
      onRestore: () => {
        restore(left)
        setLeft(null)
      },
      onDiscard: () => {
        drafts.remove(owner, id)
        setLeft(null)
      },
    }
  )
}
