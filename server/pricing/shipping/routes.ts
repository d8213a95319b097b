import type { FastifyInstance } from 'fastify'
import { shipping } from '#contract/pricing/shipping.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { sendFile } from '#server/platform/http/send-answer.ts'
import { createAddressLimit } from '#server/platform/http/throttle.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { priceProducts } from '#server/pricing/display/price-products.ts'
import { readDispatch, saveDispatch } from './dispatch-address.ts'
import { estimateShipping, tryRate } from './estimate-shipping.ts'
import { importRates } from './import-rates.ts'
import { presentZone } from './present-zone.ts'
import { applyRules, createZone, moveZone, removeZone, updateZone } from './save-zone.ts'
import { writeRates } from './write-rates.ts'
import { readZones } from './zone-list.ts'

const ESTIMATES = { limit: 60, windowMs: MINUTE_MS }
/** Largest file of rates, in bytes, with the rest of its request. */
const MAX_FILE = 1024 * 1024

/** Routes of shipping zones, of addresses that products leave from, and of estimates. */
export function shippingRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, now } = deps
  const prices = priceProducts(deps)
  const countEstimate = createAddressLimit(deps, 'shipping-estimates', ESTIMATES)
  const ownOf = ({ businessId }: Actor) => found(businessId)
  const zonesOf = async (businessId: string | null, id?: string) => {
    const { rules } = await readSettings(db)
    return (await readZones(db, { businessId, ...(id !== undefined && { id }) }, rules.shippingRates)).map(presentZone)
  }
  const exists = (businessIdOf: (actor: Actor) => string | null) => async (request: { actor: Actor; params: { id: string } }) =>
    (await zonesOf(businessIdOf(request.actor), request.params.id)).length > 0
  const platform = { exists: exists(() => null) }
  const own = { exists: exists(ownOf) }
  const done = { ok: true as const }

  route(app, shipping.zones, async () => ({ basis: (await readSettings(db)).basis, zones: await zonesOf(null) }))
  route(app, shipping.zone, async ({ params }) => found((await zonesOf(null, params.id))[0]))
  route(app, shipping.createZone, ({ actor, body, request }) => createZone(deps, { actor, requestId: request.id, businessId: null }, body))
  route(
    app,
    shipping.updateZone,
    ({ actor, body, params, request }) => updateZone(deps, { actor, requestId: request.id, businessId: null }, params.id, body),
    platform,
  )
  route(
    app,
    shipping.moveZone,
    async ({ actor, body, params, request }) => {
      await moveZone(deps, { actor, requestId: request.id, businessId: null }, params.id, body.position)
      return done
    },
    platform,
  )
  route(
    app,
    shipping.removeZone,
    async ({ actor, params, request }) => {
      await removeZone(deps, { actor, requestId: request.id, businessId: null }, params.id)
      return done
    },
    platform,
  )
  route(app, shipping.exportRates, async ({ reply }) => {
    const { rules } = await readSettings(db)
    const bytes = writeRates(await readZones(db, { businessId: null }, rules.shippingRates))
    return sendFile(reply, { name: 'shipping-rates.csv', type: 'text/csv; charset=utf-8', bytes })
  })
  route(app, shipping.importRates, ({ actor, body, request }) => importRates(deps, { actor, requestId: request.id }, body.csv), {
    bodyLimit: MAX_FILE,
  })
  route(app, shipping.tryRate, ({ body }) => tryRate(db, body, now()))
  route(app, shipping.applyRules, ({ actor, request }) => applyRules(deps, { actor, requestId: request.id }))

  route(app, shipping.ownZones, ({ actor }) => zonesOf(ownOf(actor)))
  route(app, shipping.ownZone, async ({ actor, params }) => found((await zonesOf(ownOf(actor), params.id))[0]))
  route(app, shipping.createOwnZone, ({ actor, body, request }) =>
    createZone(deps, { actor, requestId: request.id, businessId: ownOf(actor) }, body),
  )
  route(
    app,
    shipping.updateOwnZone,
    ({ actor, body, params, request }) => updateZone(deps, { actor, requestId: request.id, businessId: ownOf(actor) }, params.id, body),
    own,
  )
  route(
    app,
    shipping.moveOwnZone,
    async ({ actor, body, params, request }) => {
      await moveZone(deps, { actor, requestId: request.id, businessId: ownOf(actor) }, params.id, body.position)
      return done
    },
    own,
  )
  route(
    app,
    shipping.removeOwnZone,
    async ({ actor, params, request }) => {
      await removeZone(deps, { actor, requestId: request.id, businessId: ownOf(actor) }, params.id)
      return done
    },
    own,
  )
  route(app, shipping.ownDispatch, ({ actor }) => readDispatch(db, ownOf(actor)))
  route(app, shipping.setOwnDispatch, ({ actor, body, request }) =>
    saveDispatch(deps, { actor, requestId: request.id }, ownOf(actor), body),
  )
  route(app, shipping.dispatchOf, ({ params }) => readDispatch(db, params.id))
  route(app, shipping.setDispatchOf, ({ actor, body, params, request }) =>
    saveDispatch(deps, { actor, requestId: request.id }, params.id, body),
  )
  route(app, shipping.estimate, async ({ body, request }) => {
    await countEstimate(request.ip)
    const { productId, country, buyer } = body
    const shown = buyer && (await prices.products({ country, buyer }, [productId])).get(productId)
    return estimateShipping(db, body, shown ?? { rate: 0, shippingRate: 0 }, now())
  })
}
