import { isSlug, MAX_SLUG, slugify } from '#domain/product.ts'
import type { Db } from '#server/platform/db/client.ts'
import { refuse, refuseField } from '#server/platform/http/refusal.ts'
import { listTakenSlugs } from './product-form.ts'

const ROOM = 5 // for "-9999"

/** Returns the first free slug for a product name: `mat-cutter`, else `mat-cutter-2`, and so on. */
export async function findFreeSlug(db: Db, name: string): Promise<string> {
  const start = (slugify(name) || 'product').slice(0, MAX_SLUG - ROOM).replace(/-$/, '')
  const taken = await listTakenSlugs(db, start, null)
  for (let count = 2, slug = start; ; count += 1) {
    if (!taken.has(slug)) return slug
    slug = `${start}-${count}`
  }
}

/** Returns the slug that a deleted product had, or a new one when another product has taken it. */
export async function restoredSlug(tx: Db, { id, slug, name }: { id: string; slug: string; name: string }): Promise<string> {
  const former = slug.replace(/-deleted-[0-9a-f]{8}$/, '')
  return (await listTakenSlugs(tx, former, id)).has(former) ? findFreeSlug(tx, name) : former
}

/** Returns the slug that a user typed, in lower case. Refuses an invalid one and `slug_taken`. */
export async function wantedSlug(db: Db, typed: string, ownId: string | null): Promise<string> {
  const slug = typed.toLowerCase()
  if (!isSlug(slug)) refuseField('slug', `Please use letters, digits and single hyphens, at most ${MAX_SLUG} characters`)
  const taken = await listTakenSlugs(db, slug, ownId)
  if (taken.has(slug)) refuse('slug_taken', { errors: [{ field: 'slug', message: 'Another product has this address' }] })
  return slug
}
