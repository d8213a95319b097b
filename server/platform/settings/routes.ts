import type { FastifyInstance } from 'fastify'
import { markets } from '#contract/platform/markets.ts'
import { settings } from '#contract/platform/settings.ts'
import type { Deps } from '#server/platform/deps.ts'
import { acceptFile } from '#server/platform/http/form.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { listPermissions } from './list-permissions.ts'
import { presentSettings } from './present-settings.ts'
import { readMarkets, saveMarkets } from './save-markets.ts'
import { NOTICE_FILE, saveNotice } from './save-notice.ts'
import { saveSettings } from './save-settings.ts'
import { readSwitches } from './setting-groups.ts'

/** Settings of the shop, for super admins. */
export async function settingsRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  route(app, settings.read, () => presentSettings(deps.db, deps.config))
  route(app, settings.update, ({ actor, body, request }) => saveSettings(deps, actor, body, request.id))
  route(app, settings.removeNotice, ({ actor, request }) => saveNotice(deps, actor, { bytes: null, requestId: request.id }))
  await app.register(async (scope) => {
    const { options, bytesOf } = await acceptFile(scope, NOTICE_FILE)
    route(
      scope,
      settings.saveNotice,
      ({ actor, request }) => saveNotice(deps, actor, { bytes: bytesOf(request) ?? refuse('notice_unreadable'), requestId: request.id }),
      options,
    )
  })
  route(app, markets.list, () => readMarkets(deps.db))
  route(app, markets.save, ({ actor, body, request }) => saveMarkets(deps, { actor, requestId: request.id }, body))
  route(app, settings.permissions, async () => listPermissions(await readSwitches(deps.db)))
}
