import type { FastifyInstance } from 'fastify'
import { commission } from '#contract/sellers/commission.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { presentRates } from './commission-rates.ts'
import { saveRates } from './save-rates.ts'

export function commissionRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, commission.rates, () => presentRates(deps.db))
  route(app, commission.saveRates, ({ actor, body, request }) => saveRates(deps, actor, body, request.id))
}
