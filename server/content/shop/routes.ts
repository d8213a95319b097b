import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type MarketFacts, shop } from '#contract/content/shop.ts'
import type { AskedMarket } from '#server/catalog/products/shown-products.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { DRAWING_POLICY } from '#server/platform/http/security.ts'
import { drawPlaceholder } from './draw-placeholder.ts'
import { readShopFacts } from './read-shop-facts.ts'

const LARGEST = 2000

function sideOf(text: string): number {
  const side = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (side < 1 || side > LARGEST) refuse('bad_parameter', { detail: `Width and height must be whole numbers from 1 to ${LARGEST}.` })
  return side
}

/** Routes of the facts of the shop and of the placeholder picture. @param marketFacts how prices are shown in a market */
export function shopRoutes(app: FastifyInstance, deps: Deps, marketFacts: (asked: AskedMarket) => Promise<MarketFacts>): void {
  route(app, shop.facts, async () => ({ ...(await readShopFacts(deps)), market: await marketFacts({}) }))
  route(app, shop.market, ({ query }) => marketFacts(query))

  app.get(shop.placeholder.path, async (request: FastifyRequest<{ Params: { width: string; height: string } }>, reply) =>
    reply
      .header('content-type', 'image/svg+xml; charset=utf-8')
      .header('content-security-policy', DRAWING_POLICY)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(drawPlaceholder(sideOf(request.params.width), sideOf(request.params.height))),
  )
}
