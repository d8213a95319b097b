import type { StaffProducerRegistration } from '#contract/sellers/registers.ts'
import { countryInText } from '#domain/country-name.ts'
import { STREAM_LABELS } from '#domain/producer-streams.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuseField, refuseStale } from '#server/platform/http/refusal.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { presentForStaff, readScope } from './present-registers.ts'
import { listRegistrations, lockRegistration, type RegistrationRow, storeRegistration } from './registration-list.ts'

/** A check of a number as it was sent. */
interface Check {
  id: string
  confirmed: boolean
  how: string
  day: string
  version: number | undefined
  requestId: string
}

async function read(tx: Db, id: string, now: Date): Promise<StaffProducerRegistration> {
  const [listed] = await listRegistrations(tx, await readScope(tx, now), { id })
  return presentForStaff(found(listed))
}

/** Notifies a seller whose number no longer counts, with the reason. */
function tellSeller(tx: Db, { id, businessId, country, stream, version }: RegistrationRow, reason: string, at: Date): Promise<void> {
  const register = `${STREAM_LABELS[stream].toLowerCase()} in ${countryInText(country)}`
  return notify(tx, {
    audience: { businessId },
    kind: 'register-withdrawn',
    title: 'A register number is no longer confirmed',
    text: `Your number for ${register}: ${reason}`,
    path: '/business/registers',
    dedupeKey: `register-withdrawn:${id}:${version}`,
    at,
  })
}

/**
 * Confirms a number that staff have seen in its register, or withdraws that with a reason. Refuses `not_found`, `edit_conflict` with the
 * `current` number when `version` is stale, and what is wrong at its field.
 */
export async function checkRegistration(
  { db, now }: Deps,
  actor: Actor,
  { id, confirmed, how, day, version, requestId }: Check,
): Promise<StaffProducerRegistration> {
  const at = now()
  if (how === '') refuseField('how', confirmed ? 'Please enter where you looked and what you saw' : 'Please enter a reason')
  return inTransaction(db, async (tx) => {
    const { today } = await readScope(tx, at)
    if (day > today) refuseField('day', 'Must not be in the future')
    const before = found(await lockRegistration(tx, id))
    if (version !== undefined && version !== before.version) refuseStale(['registration', id], await read(tx, id, at))
    await storeRegistration(tx, id, {
      isConfirmed: confirmed,
      checkedHow: how,
      checkedOn: day,
      checkedBy: actor.name,
      checkedTo: before.validTo,
    })
    const place = `${before.country} ${before.stream}`
    if (before.isConfirmed && !confirmed) await tellSeller(tx, before, how, at)
    await recordAudit(tx, {
      actor,
      action: confirmed ? 'business.register_confirm' : 'business.register_withdraw',
      targetType: 'business',
      targetId: before.businessId,
      before: { [place]: before.isConfirmed ? before.checkedHow : null },
      after: { [place]: `${before.number}: ${how} (${day})` },
      requestId,
    })
    return read(tx, id, at)
  })
}
