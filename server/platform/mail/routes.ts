import type { FastifyInstance } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import { mails } from '#contract/platform/mails.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { readMailSetting } from './deliver-mails.ts'
import { findMail, listMails } from './email-log.ts'
import { presentDetail, presentMail } from './present-mails.ts'
import { resendMail } from './resend-mail.ts'

/** The email log for staff. */
export function mailRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, now } = deps
  const exists = async ({ params }: { params: { id: number } }) => (await findMail(db, params.id)) !== null

  route(app, mails.list, async ({ query: { page = 1, limit = PAGE_LIMIT, ...filter } }) => {
    const setting = await readMailSetting(deps)
    const { rows, total } = await listMails(db, filter, { limit, offset: (page - 1) * limit })
    return { items: rows.map((row) => presentMail(row, setting, now())), total }
  })
  route(app, mails.byId, async ({ params }) => presentDetail(found(await findMail(db, params.id)), await readMailSetting(deps), now()), {
    exists,
  })
  route(
    app,
    mails.resend,
    async ({ actor, params, request }) => resendMail(deps, params.id, await readMailSetting(deps), { actor, requestId: request.id }),
    { exists },
  )
}
