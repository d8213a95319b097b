import { MAX_SLUG, slugify } from '#domain/product.ts'
import type { Db } from '#server/platform/db/client.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { isSlugTaken, releaseSlug } from './staff-post-list.ts'

/** Slug of a title without any character that a slug may have. */
const NAMELESS = 'post'
const MAX_TRIES = 200

/** Refuses `post_slug_taken`, with a sentence at the field. */
export function refuseSlug(): never {
  const sentence = 'Another article already has this URL.'
  refuse('post_slug_taken', { errors: [{ field: 'slug', message: sentence }] })
}

/**
 * Returns the typed slug, taking it from a deleted post where one has it. Refuses `post_slug_taken`.
 * @param exceptId the post that gets it; null for a new one
 */
export async function takeSlug(tx: Db, slug: string, exceptId: string | null): Promise<string> {
  await releaseSlug(tx, slug)
  if (await isSlugTaken(tx, slug, exceptId)) refuseSlug()
  return slug
}

/** Returns a free slug for a title, with a number appended where others have it. */
export async function inventSlug(tx: Db, title: string, exceptId: string | null): Promise<string> {
  const base = slugify(title) || NAMELESS
  await releaseSlug(tx, base)
  for (let number = 1; number <= MAX_TRIES; number += 1) {
    const ending = number === 1 ? '' : `-${number}`
    const slug = base.slice(0, MAX_SLUG - ending.length).replace(/-$/, '') + ending
    if (!(await isSlugTaken(tx, slug, exceptId))) return slug
  }
  return refuseSlug()
}
