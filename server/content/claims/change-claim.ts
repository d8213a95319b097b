import type { ClaimBody, OwnClaim } from '#contract/content/claims.ts'
import { hasNumber } from '#domain/claim.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuseField, refuseStale } from '#server/platform/http/refusal.ts'
import { counterOf, presentOwnClaim } from './present-claims.ts'
import { type ClaimRow, lockClaim, updateClaim } from './published-claims.ts'

type Values = Pick<ClaimRow, 'wording' | 'marketText' | 'scope' | 'source' | 'sourceUrl' | 'expiresAt' | 'useCounted'>

/** Returns the end of a typed day (UTC), or the typed instant, or null. */
function endOf(typed: string | null): Date | null {
  if (!typed) return null
  return new Date(/^\d{4}-\d\d-\d\d$/.test(typed) ? `${typed}T23:59:59.999Z` : typed)
}

function changeOf(claim: ClaimRow, form: ClaimBody): Partial<Values> {
  const { wording = claim.wording, marketText = claim.marketText, scope = claim.scope, useCounted = claim.useCounted } = form
  const wanted: Values = {
    wording,
    marketText,
    scope,
    useCounted,
    source: form.source === undefined ? claim.source : form.source || null,
    sourceUrl: form.sourceUrl === undefined ? claim.sourceUrl : form.sourceUrl || null,
    expiresAt: form.expiresAt === undefined ? claim.expiresAt : endOf(form.expiresAt),
  }
  // names are columns
  const isChanged = ([name, value]: [string, unknown]) => JSON.stringify(claim[name as keyof Values]) !== JSON.stringify(value)
  return Object.fromEntries(Object.entries(wanted).filter(isChanged))
}

/** Refuses the counted number for a claim without a counter, or without a number to replace. */
function refuseCount({ id, wording, useCounted }: Pick<ClaimRow, 'id' | 'wording' | 'useCounted'>): void {
  if (!useCounted) return
  if (counterOf(id) === null) refuseField('useCounted', "The shop can't count this itself.")
  if (!hasNumber(wording)) refuseField('wording', 'The text needs a number that the count can replace.')
}

/** Changes a claim. Refuses `not_found`, and `edit_conflict` with the `current` claim. */
export async function changeClaim(
  { db, now }: Deps,
  actor: Actor,
  form: ClaimBody,
  { id, requestId }: { id: string; requestId: string },
): Promise<OwnClaim> {
  return inTransaction(db, async (tx) => {
    const claim = found(await lockClaim(tx, id))
    if (form.version !== undefined && form.version !== claim.version) {
      refuseStale(['claim', id], found(await presentOwnClaim(tx, id, now())))
    }
    const change = changeOf(claim, form)
    refuseCount({ ...claim, ...change })
    if (Object.keys(change).length > 0) {
      await updateClaim(tx, id, change, now())
      const before = Object.fromEntries(Object.keys(change).map((name) => [name, claim[name as keyof Values]])) // names are columns
      await recordAudit(tx, { actor, action: 'claim.edit', targetType: 'claim', targetId: id, before, after: change, requestId })
    }
    return found(await presentOwnClaim(tx, id, now()))
  })
}
