import type { FastifyInstance } from 'fastify'
import { security } from '#contract/identity/security.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { addPasskey, renamePasskey, startPasskey } from './add-passkey.ts'
import { addTotp, confirmTotp } from './add-totp.ts'
import { presentSecurity } from './present-security.ts'
import { removePasskey, removeTotp, replaceCodes } from './remove-factor.ts'

const ok = { ok: true as const }

/** The caller's second factors. */
export function securityRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, security.read, ({ actor }) => presentSecurity(deps, actor))
  route(app, security.addTotp, ({ actor }) => addTotp(deps, actor))
  route(app, security.confirmTotp, async ({ actor, body, request }) => {
    await confirmTotp(deps, actor, body.code, request.id)
    return ok
  })
  route(app, security.removeTotp, async ({ actor, request }) => {
    await removeTotp(deps, actor, request.id)
    return ok
  })
  route(app, security.startPasskey, ({ actor }) => startPasskey(deps, actor))
  route(app, security.addPasskey, ({ actor, body, request }) => addPasskey(deps, actor, body, request.id))
  route(app, security.renamePasskey, ({ actor, body, params, request }) => renamePasskey(deps, actor, params.id, body.name, request.id))
  route(app, security.removePasskey, async ({ actor, params, request }) => {
    await removePasskey(deps, actor, params.id, request.id)
    return ok
  })
  route(app, security.createRecoveryCodes, async ({ actor, request }) => ({ codes: await replaceCodes(deps, actor, request.id) }))
}
