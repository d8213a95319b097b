import { draftStore, type UnsavedDraft } from '#app/features/kit/forms/unsaved-draft.ts'
import { POST_FIELDS, type PostValues } from './post-values.ts'

/** Unsaved input of a post. */
export type PostDraft = UnsavedDraft<PostValues>

function isValues(value: unknown): value is PostValues {
  return typeof value === 'object' && value !== null && POST_FIELDS.every((name) => name in value)
}

/** Unsaved posts in this browser. */
export const postDrafts = draftStore<PostValues>('post', isValues, isValues)
