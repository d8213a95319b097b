import { DRAFT_MARK } from '#app/lib/private-storage.ts'
import { browserStorage, tabStorage } from '#app/lib/storage.ts'

/** The user of drafts of somebody who is not signed in: they end with the tab. */
export const VISITOR = 'visitor'

const storageOf = (userId: string) => (userId === VISITOR ? tabStorage : browserStorage)

/** Unsaved input, stored in this browser to survive a reload, a crash or an expired session. */
export interface UnsavedDraft<Values, Opened = Values> {
  values: Values
  /** Initial content of the form. */
  opened: Opened
  /** Version of the record at that time; null for a new one. */
  version: number | null
  at: string
}

/** The drafts of one kind of record in this browser. */
export interface DraftStore<Values, Opened = Values> {
  /** Returns this user's draft, or null. Drafts are stored by user, since browsers may be shared. */
  read: (userId: string, id: string | null) => UnsavedDraft<Values, Opened> | null
  store: (userId: string, id: string | null, draft: UnsavedDraft<Values, Opened>) => void
  remove: (userId: string, id: string | null) => void
}

/** Creates the store of one kind; what `isValues` or `isOpened` does not recognize counts as no draft. */
export function draftStore<Values, Opened = Values>(
  kind: string,
  isValues: (value: unknown) => value is Values,
  isOpened: (value: unknown) => value is Opened,
): DraftStore<Values, Opened> {
  const keyOf = (userId: string, id: string | null) => `${kind}${DRAFT_MARK}${userId}:${id ?? 'new'}`
  const isDraft = (value: unknown): value is UnsavedDraft<Values, Opened> =>
    typeof value === 'object' &&
    value !== null &&
    'values' in value &&
    isValues(value.values) &&
    'opened' in value &&
    isOpened(value.opened) &&
    'at' in value &&
    typeof value.at === 'string' &&
    'version' in value
  return {
    read: (userId, id) => {
      try {
        const value: unknown = JSON.parse(storageOf(userId).read(keyOf(userId, id)) ?? 'null')
        return isDraft(value) ? value : null
      } catch {
        return null
      }
    },
    store: (userId, id, draft) => storageOf(userId).write(keyOf(userId, id), JSON.stringify(draft)),
    remove: (userId, id) => storageOf(userId).write(keyOf(userId, id), null),
  }
}
