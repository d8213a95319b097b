import { DRAFT_MARK } from '#app/lib/private-storage.ts'
import { browserStorage, tabStorage } from '#app/lib/storage.ts'
import type { SessionUser } from '#contract/identity/auth.ts'

/** The owner of drafts of somebody who is not signed in: they end with the tab. */
const VISITOR = 'visitor'

/** Returns whose drafts a person has: those for each business apart, since what is typed for one is not the other's. */
export const draftOwner = (user: Pick<SessionUser, 'id' | 'businessId'> | null): string =>
  user === null ? VISITOR : [user.id, user.businessId].filter(Boolean).join('@')

const storageOf = (owner: string) => (owner === VISITOR ? tabStorage : browserStorage)

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
  /** Returns this owner's draft (`draftOwner`), or null. Drafts are stored by owner, since browsers may be shared. */
  read: (owner: string, id: string | null) => UnsavedDraft<Values, Opened> | null
  store: (owner: string, id: string | null, draft: UnsavedDraft<Values, Opened>) => void
  remove: (owner: string, id: string | null) => void
}

/** Creates the store of one kind; what `isValues` or `isOpened` does not recognize counts as no draft. */
export function draftStore<Values, Opened = Values>(
  kind: string,
  isValues: (value: unknown) => value is Values,
  isOpened: (value: unknown) => value is Opened,
): DraftStore<Values, Opened> {
  const keyOf = (owner: string, id: string | null) => `${kind}${DRAFT_MARK}${owner}:${id ?? 'new'}`
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
    read: (owner, id) => {
      try {
        const value: unknown = JSON.parse(storageOf(owner).read(keyOf(owner, id)) ?? 'null')
        return isDraft(value) ? value : null
      } catch {
        return null
      }
    },
    store: (owner, id, draft) => storageOf(owner).write(keyOf(owner, id), JSON.stringify(draft)),
    remove: (owner, id) => storageOf(owner).write(keyOf(owner, id), null),
  }
}
