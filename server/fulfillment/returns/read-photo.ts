import { mayAct } from '#domain/permissions.ts'
import type { Deps } from '#server/platform/deps.ts'
import { readWhole } from '#server/platform/files/files.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse } from '#server/platform/http/refusal.ts'
import { keyOfPicture, privateAddress } from '#server/platform/media/store-picture.ts'
import { hasPhoto } from './returned-pictures.ts'

/** Returns a photo for a return to who uploaded it, the seller of its return, and staff of orders. Refuses `not_found` for others. */
export async function readPhoto({ db, files }: Deps, actor: Actor, file: string): Promise<Buffer> {
  const { userId, businessId } = actor
  const url = privateAddress(file)
  if (!(await hasPhoto(db, url, { userId, businessId, isStaff: mayAct(actor, 'orders.read') }))) refuse('not_found')
  return found(await readWhole(files, keyOfPicture(url)))
}
