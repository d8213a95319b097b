import type { FastifyInstance } from 'fastify'
import { markets } from '#contract/platform/markets.ts'
import { settings } from '#contract/platform/settings.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { listPermissions } from './list-permissions.ts'
import { presentSettings } from './present-settings.ts'
import { readMarkets, saveMarkets } from './save-markets.ts'
import { saveSettings } from './save-settings.ts'
import { readSwitches } from './setting-groups.ts'

/** Settings of the shop, for super admins. */
export function settingsRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, settings.read, () => presentSettings(deps.db, deps.config))
  route(app, settings.update, ({ actor, body, request }) => saveSettings(deps, actor, body, request.id))
  route(app, markets.list, () => readMarkets(deps.db))
  route(app, markets.save, ({ actor, body, request }) => saveMarkets(deps, { actor, requestId: request.id }, body))
  route(app, settings.permissions, async () => listPermissions(await readSwitches(deps.db)))
}
