import { POST_FIELDS, type PostValues } from './post-values.ts'

/** What somebody typed and did not save, kept in this browser through a crash or an ended session. */
export interface KeptDraft {
  values: PostValues
  /** What the form had started with, and the post's version then; null for a new post. */
  opened: PostValues
  version: number | null
  at: string
}

const keyOf = (userId: string, postId: string | null) => `post-draft:${userId}:${postId ?? 'new'}`

function isValues(value: unknown): value is PostValues {
  return typeof value === 'object' && value !== null && POST_FIELDS.every((name) => name in value)
}

function isDraft(value: unknown): value is KeptDraft {
  if (typeof value !== 'object' || value === null || !('values' in value) || !('opened' in value)) return false
  return isValues(value.values) && isValues(value.opened) && 'at' in value && typeof value.at === 'string' && 'version' in value
}

/** What this user left unsaved of a post; null for nothing. Each user has an own, for browsers that several share. */
export function readDraft(userId: string, postId: string | null): KeptDraft | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(userId, postId)) ?? 'null')
    return isDraft(value) ? value : null
  } catch {
    return null
  }
}

export function keepDraft(userId: string, postId: string | null, draft: KeptDraft): void {
  try {
    localStorage.setItem(keyOf(userId, postId), JSON.stringify(draft))
  } catch {
    // no room or no storage: the form itself still has it
  }
}

export function forgetDraft(userId: string, postId: string | null): void {
  try {
    localStorage.removeItem(keyOf(userId, postId))
  } catch {
    // there was none to forget
  }
}
