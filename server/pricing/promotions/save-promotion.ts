import { isDeepStrictEqual } from 'node:util'
import type { PromoCode, PromoCodeBody } from '#contract/pricing/promotions.ts'
import { toMinor } from '#domain/money.ts'
import { readMoment } from '#domain/time.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import { violatedConstraint } from '#server/platform/db/failure.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, requireMayRestore } from '#server/platform/http/actor.ts'
import { found, refuse, refuseField, refuseStale } from '#server/platform/http/refusal.ts'
import { readTimeZone } from '#server/platform/settings/setting-groups.ts'
import { presentPromotion } from './present-promotion.ts'
import { findPromotion, insertPromotion, lockAnyPromotion, lockPromotion, type PromotionFields, updatePromotion } from './promotion-list.ts'

/** The actor and request that save. */
interface Saving {
  actor: Actor
  requestId: string
}

const cents = (amount: number | null | undefined) => (amount === null || amount === undefined ? null : toMinor(amount))

/** Returns the moment that was typed; null for none. */
function momentOf(text: string | null | undefined, isEnd: boolean, timeZone: string): Date | null {
  const at = text ? readMoment(text, { isEnd, timeZone }) : null
  return at === null ? null : new Date(at)
}

/** Returns the values to store; an amount without a EUR value has the same number in both currencies. */
function fieldsOf(form: PromoCodeBody, timeZone: string): PromotionFields {
  const startsAt = momentOf(form.startsAt, false, timeZone)
  const endsAt = momentOf(form.endsAt, true, timeZone)
  if (startsAt && endsAt && startsAt >= endsAt) refuseField('endsAt', 'The end must be after the start')
  const isFixed = form.type === 'fixed'
  return {
    code: form.code,
    type: form.type,
    percentHundredths: form.type === 'percentage' ? Math.round((form.value ?? 0) * 100) : null,
    valueUsdCents: isFixed ? cents(form.value) : null,
    valueEurCents: isFixed ? cents(form.valueEUR ?? form.value) : null,
    minimumUsdCents: cents(form.minimumOrder),
    minimumEurCents: cents(form.minimumOrderEUR ?? form.minimumOrder),
    description: form.description,
    isActive: form.isActive,
    hinted: form.hinted,
    includesFreight: form.type === 'shipping' && form.includesFreight,
    startsAt,
    endsAt,
    usageLimit: form.usageLimit ?? null,
    perCustomerLimit: form.perCustomerLimit ?? null,
  }
}

function refuseTaken(code: string) {
  return (error: unknown): never => {
    if (violatedConstraint(error) !== 'promotions_code_key') throw error
    const message = `The promo code ${code} already exists.`
    return refuse('promo_code_taken', { facts: { code }, errors: [{ field: 'code', message }] })
  }
}

/** Creates a promo code. Refuses `promo_code_taken` (409), ignoring case. */
export async function createPromotion({ db, now }: Deps, form: PromoCodeBody, { actor, requestId }: Saving): Promise<PromoCode> {
  const fields = fieldsOf(form, await readTimeZone(db))
  return inTransaction(db, async (tx) => {
    const row = await insertPromotion(tx, fields, now()).catch(refuseTaken(form.code))
    await recordAudit(tx, { actor, action: 'promotion.create', targetType: 'promotion', targetId: row.id, after: fields, requestId })
    return presentPromotion(row, now())
  })
}

/**
 * Changes a promo code; carts follow at their next request.
 * Refuses a limit below the uses so far (422), `promo_code_taken`, and `edit_conflict` with the `current` code.
 */
export async function editPromotion({ db, now }: Deps, id: string, form: PromoCodeBody, { actor, requestId }: Saving): Promise<PromoCode> {
  return inTransaction(db, async (tx) => {
    const row = found(await lockPromotion(tx, id))
    if (form.version !== undefined && form.version !== row.version) {
      refuseStale(['promotion', id], presentPromotion(row, now()))
    }
    const fields = fieldsOf(form, await readTimeZone(tx))
    if (fields.usageLimit !== null && fields.usageLimit < row.timesUsed) {
      refuseField('usageLimit', `This code was already used ${row.timesUsed} times, so the limit can't be lower`)
    }
    // the object's own keys
    const changed = (Object.keys(fields) as (keyof PromotionFields)[]).filter((name) => !isDeepStrictEqual(fields[name], row[name]))
    if (changed.length > 0) {
      await updatePromotion(tx, id, fields).catch(refuseTaken(form.code))
      const pick = (from: PromotionFields) => Object.fromEntries(changed.map((name) => [name, from[name]]))
      const [before, after] = [pick(row), pick(fields)]
      await recordAudit(tx, { actor, action: 'promotion.edit', targetType: 'promotion', targetId: id, before, after, requestId })
    }
    return presentPromotion(found(await findPromotion(tx, id)), now())
  })
}

/** Deletes a promo code. It stops working; its uses and their orders stay, and staff can restore it. */
export async function deletePromotion({ db, now }: Deps, id: string, { actor, requestId }: Saving): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { code, timesUsed } = found(await lockPromotion(tx, id))
    await updatePromotion(tx, id, { deletedAt: now(), deletedBy: actor.userId })
    await recordAudit(tx, {
      actor,
      action: 'promotion.delete',
      targetType: 'promotion',
      targetId: id,
      before: { code, timesUsed },
      requestId,
    })
  })
}

/**
 * Restores a deleted promo code with its uses; any other stays as it is. Refuses `restore_reserved`, and `promo_code_taken` when another
 * code is called like it by now.
 */
export async function restorePromotion({ db, now }: Deps, id: string, { actor, requestId }: Saving): Promise<PromoCode> {
  return inTransaction(db, async (tx) => {
    const row = found(await lockAnyPromotion(tx, id))
    if (!row.deletedAt) return presentPromotion(row, now())
    requireMayRestore(actor, row.deletedBy)
    const { code } = row
    await updatePromotion(tx, id, { deletedAt: null, deletedBy: null }).catch((error: unknown) => {
      if (violatedConstraint(error) !== 'promotions_code_key') throw error
      return refuse('promo_code_taken', {
        facts: { code },
        detail: `Another promo code ${code} was added in the meantime. Rename or delete it, then restore this one.`,
      })
    })
    await recordAudit(tx, { actor, action: 'promotion.restore', targetType: 'promotion', targetId: id, after: { code }, requestId })
    return presentPromotion(found(await findPromotion(tx, id)), now())
  })
}
