import type { FastifyInstance } from 'fastify'
import { addresses } from '#contract/identity/addresses.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { hasAddress, listAddresses } from './address-book.ts'
import { checkVatId } from './own-vat-ids.ts'
import { presentAddress } from './present-address.ts'
import { removeAddress } from './remove-address.ts'
import { addAddress, changeAddress } from './save-address.ts'

/** The signed-in user's address book. */
export function addressRoutes(app: FastifyInstance, deps: Deps): void {
  const isOwn = {
    exists: ({ actor, params }: { actor: { userId: string }; params: { id: string } }) => hasAddress(deps.db, actor.userId, params.id),
  }
  route(app, addresses.list, async ({ actor }) => {
    const book = await listAddresses(deps.db, actor.userId)
    return { items: book.map(presentAddress), total: book.length }
  })
  route(app, addresses.add, async ({ actor, body }) => addAddress(deps, actor, await checkVatId(deps.db, body)))
  route(
    app,
    addresses.change,
    async ({ actor, params, body }) => changeAddress(deps, actor, params.id, await checkVatId(deps.db, body)),
    isOwn,
  )
  route(
    app,
    addresses.remove,
    async ({ actor, params }) => {
      await removeAddress(deps, actor.userId, params.id)
      return { ok: true as const }
    },
    isOwn,
  )
}
