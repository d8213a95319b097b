import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { deletePictures } from './store-picture.ts'
import { deletePicture, findUse, lockPicture } from './uploaded-pictures.ts'

/**
 * Deletes a picture, first its row, then its files, so that no row ever leads nowhere. Refuses someone else's as `not_found`, and
 * `picture_in_use` with the place.
 */
export async function removePicture(
  { db, files }: Deps,
  actor: Actor,
  id: string,
  { businessId, requestId }: { businessId: string | null; requestId: string },
): Promise<void> {
  const url = await inTransaction(db, async (tx) => {
    const picture = found(await lockPicture(tx, id, businessId))
    const place = await findUse(tx, picture.url)
    if (place) refuse('picture_in_use', { facts: { place } })
    await deletePicture(tx, id)
    await recordAudit(tx, { actor, action: 'picture.delete', targetType: 'picture', targetId: id, before: { url: picture.url }, requestId })
    return picture.url
  })
  await deletePictures(files, url).catch(() => {}) // what is left has no row: the purge deletes it
}
