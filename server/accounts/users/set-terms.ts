import type { Customer, TermsBody } from '#contract/accounts/customers.ts'
import { toDecimal, toMinor } from '#domain/money.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found } from '#server/platform/http/refusal.ts'
import { readTerms, storeTerms } from './customer-record.ts'
import { lockKnownUser } from './user-list.ts'

/** Presents payment terms with the limit in USD. */
export const presentTerms = ({ termDays, limitUsdCents }: Awaited<ReturnType<typeof readTerms>>): Customer['terms'] => ({
  days: termDays,
  limit: limitUsdCents === null ? null : toDecimal(limitUsdCents),
})

/** Gives a user payment terms, which new orders follow. Refuses `not_found`. */
export async function setTerms(
  { db, now }: Deps,
  actor: Actor,
  { id, body, requestId }: { id: string; body: TermsBody; requestId: string },
): Promise<Customer['terms']> {
  return inTransaction(db, async (tx) => {
    found(await lockKnownUser(tx, id))
    const before = presentTerms(await readTerms(tx, id))
    await storeTerms(tx, id, { termDays: body.days, limitUsdCents: body.limit === null ? null : toMinor(body.limit), updatedAt: now() })
    const after = presentTerms(await readTerms(tx, id))
    const audit = { actor, action: 'user.terms', targetType: 'user', targetId: id, requestId }
    await recordAudit(tx, { ...audit, before, after: { ...after, reason: body.reason } })
    return after
  })
}
