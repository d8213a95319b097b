import { refusalText } from '#contract/refusals.ts'
import type { CheckedBusiness, StaffBusinessBody } from '#contract/sellers/applications.ts'
import { type BusinessStatus, mayApprove } from '#domain/business.ts'
import { mayRestore } from '#domain/user-rules.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, requireStepUp } from '#server/platform/http/actor.ts'
import { found, refuse, refuseStale } from '#server/platform/http/refusal.ts'
import { readSwitches } from '#server/platform/settings/setting-groups.ts'
import { type BusinessRow, findBusiness, lockAnyBusiness, updateBusiness } from './business-record.ts'
import { requireTraderChecks } from './check-open-items.ts'
import { closeBusiness } from './close-business.ts'
import { type BusinessChange, changeOf, valuesBefore } from './compare-form.ts'
import { followDecision, notifyDeciders } from './follow-decision.ts'
import { presentChecked } from './present-business.ts'
import { refuseIfBusinessEmailTaken } from './register-business.ts'

interface Edit {
  id: string
  form: StaffBusinessBody
  /** Address of a new logo; null keeps the current one. */
  logo: string | null
  requestId: string
}

/** Refuses a status that another role may set, at its field of the form. */
function refuseStatus(code: 'approval_reserved' | 'restore_reserved', field: 'businessStatus' | 'status'): never {
  return refuse(code, { errors: [{ field, message: refusalText({ code }) }] })
}

async function refuseReserved(tx: Db, actor: Actor): Promise<void> {
  const { onlySuperAdminsApprove } = await readSwitches(tx)
  if (!mayApprove(actor.role, onlySuperAdminsApprove)) refuseStatus('approval_reserved', 'businessStatus')
}

/** Stores the change together with the effects of a new approval. */
async function store(
  tx: Db,
  deps: Deps,
  actor: Actor,
  business: BusinessRow,
  change: BusinessChange,
  { form, requestId }: Edit,
): Promise<void> {
  const at = deps.now()
  const { reason = '' } = form
  const decided = await updateBusiness(tx, business.id, change, at).catch(refuseIfBusinessEmailTaken)
  if (change.businessStatus) {
    const decision = { actor, from: business.businessStatus, reason, at, requestId }
    await followDecision(tx, deps, decided, decision)
    if (actor.role !== 'super_admin') await notifyDeciders(tx, deps, decided, decision)
  }
  const { deletedAt: _when, deletion: _restored, ...noted } = change
  await recordAudit(tx, {
    actor,
    action: change.businessStatus ? `business.${change.businessStatus}` : 'business.edit',
    targetType: 'business',
    targetId: business.id,
    before: valuesBefore(business, noted),
    after: { ...noted, ...(reason && { reason }) },
    requestId,
  })
}

/** Closes a business that becomes Deleted. Returns the columns that say so, or null in all of them. */
async function deletionOf(
  tx: Db,
  actor: Actor,
  { id, status: before }: BusinessRow,
  status: BusinessStatus,
  now: Date,
): Promise<Pick<BusinessChange, 'deletedAt' | 'deletion'>> {
  if (status !== 'Deleted') return { deletedAt: null, deletion: null }
  return { deletedAt: now, deletion: { ...(await closeBusiness(tx, id, { now })), by: actor.userId, status: before } }
}

/**
 * Changes a business as staff: its profile and both statuses, in any order (B182). A new approval has the effects of a decision, Deleted
 * those of deletion, and any other status restores a deleted business, for who may restore it. Refuses `not_found`, `step_up_required`,
 * `edit_conflict` with the `current` business, `approval_reserved`, `trader_checks_open`, `restore_reserved`, `business_email_taken`,
 * `business_has_orders`.
 */
export async function editBusiness(deps: Deps, actor: Actor, edit: Edit): Promise<CheckedBusiness> {
  const { id, form, logo } = edit
  return inTransaction(deps.db, async (tx) => {
    const business = found(await lockAnyBusiness(tx, id))
    if (form.version !== undefined && form.version !== business.version) {
      refuseStale(['business', id], presentChecked(found(await findBusiness(tx, id))))
    }
    const { reason: _reason, ...fields } = form
    const change = changeOf(business, fields, { logo, at: deps.now() })
    if (change.businessStatus) await refuseReserved(tx, actor)
    if (change.businessStatus === 'approved') await requireTraderChecks(tx, { ...business, ...change })
    const isRestored = business.status === 'Deleted' && change.status !== undefined
    if (isRestored && !mayRestore({ id: actor.userId, role: actor.role }, business.deletion?.by ?? null))
      refuseStatus('restore_reserved', 'status')
    // a new email receives the owner's invitation, and deletion asks for the password in its own call, too
    if (change.email !== undefined || change.status === 'Deleted') requireStepUp(actor)
    if (change.status) Object.assign(change, await deletionOf(tx, actor, business, change.status, deps.now()))
    if (Object.keys(change).length > 0) await store(tx, deps, actor, business, change, edit)
    return presentChecked(found(await findBusiness(tx, id)))
  })
}
