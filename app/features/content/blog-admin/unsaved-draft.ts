import { POST_FIELDS, type PostValues } from './post-values.ts'

/** Unsaved input, stored in this browser to survive a crash or an expired session. */
export interface UnsavedDraft {
  values: PostValues
  /** The form's initial values, and the post's version then; null for a new post. */
  opened: PostValues
  version: number | null
  at: string
}

const keyOf = (userId: string, postId: string | null) => `post-draft:${userId}:${postId ?? 'new'}`

function isValues(value: unknown): value is PostValues {
  return typeof value === 'object' && value !== null && POST_FIELDS.every((name) => name in value)
}

function isDraft(value: unknown): value is UnsavedDraft {
  if (typeof value !== 'object' || value === null || !('values' in value) || !('opened' in value)) return false
  return isValues(value.values) && isValues(value.opened) && 'at' in value && typeof value.at === 'string' && 'version' in value
}

/** Returns this user's unsaved input for a post, or null. Drafts are stored by user, since browsers may be shared. */
export function readDraft(userId: string, postId: string | null): UnsavedDraft | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(userId, postId)) ?? 'null')
    return isDraft(value) ? value : null
  } catch {
    return null
  }
}

export function storeDraft(userId: string, postId: string | null, draft: UnsavedDraft): void {
  try {
    localStorage.setItem(keyOf(userId, postId), JSON.stringify(draft))
  } catch {
    // storage is full or unavailable: the form still has the text
  }
}

export function deleteDraft(userId: string, postId: string | null): void {
  try {
    localStorage.removeItem(keyOf(userId, postId))
  } catch {
    // storage is unavailable
  }
}
