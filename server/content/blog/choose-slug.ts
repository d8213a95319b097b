import { MAX_SLUG, slugify } from '#domain/product.ts'
import type { Db } from '#server/platform/db/client.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { freeSlug, isSlugTaken } from './staff-post-list.ts'

/** Of a title without any letter or digit that an address may have. */
const NAMELESS = 'post'
const MOST_TRIES = 200

/** Refuses a slug that another article has, at its field. */
export function refuseSlug(): never {
  const sentence = 'Another article already has this URL.'
  refuse('post_slug_taken', { errors: [{ field: 'slug', message: sentence }] })
}

/**
 * The slug that somebody typed, taken from a deleted post where one has it.
 * @param exceptId the post that gets it; null for a new one. Refuses `post_slug_taken`
 */
export async function takeSlug(tx: Db, slug: string, exceptId: string | null): Promise<string> {
  await freeSlug(tx, slug)
  if (await isSlugTaken(tx, slug, exceptId)) refuseSlug()
  return slug
}

/** A free slug made of the title: with a number behind it where others have it. */
export async function inventSlug(tx: Db, title: string, exceptId: string | null): Promise<string> {
  const base = slugify(title) || NAMELESS
  await freeSlug(tx, base)
  for (let number = 1; number <= MOST_TRIES; number += 1) {
    const ending = number === 1 ? '' : `-${number}`
    const slug = base.slice(0, MAX_SLUG - ending.length).replace(/-$/, '') + ending
    if (!(await isSlugTaken(tx, slug, exceptId))) return slug
  }
  return refuseSlug()
}
