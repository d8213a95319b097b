import type { FieldError } from '#contract/errors.ts'
import type { BusinessRegisters, BusinessRegistersBody, RegistrationForm } from '#contract/sellers/registers.ts'
import { countryInText } from '#domain/country-name.ts'
import { isStillChecked, normalizeNumber, numberError, ruleOf } from '#domain/producer-registers.ts'
import { STREAM_LABELS } from '#domain/producer-streams.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse, refuseStale } from '#server/platform/http/refusal.ts'
import { findBusiness, lockBusiness, updateBusiness } from '#server/sellers/applications/business-record.ts'
import { readRegisters } from './present-registers.ts'
import {
  deleteRegistrations,
  insertRegistration,
  listRegistrationsOf,
  type RegistrationRow,
  storeRegistration,
} from './registration-list.ts'

/** Returns the key of a number: a business has one for each. */
export const placeOf = ({ country, stream }: Pick<RegistrationForm, 'country' | 'stream'>) => `${country} ${stream}`
const placeName = ({ country, stream }: Pick<RegistrationForm, 'country' | 'stream'>) =>
  `${STREAM_LABELS[stream].toLowerCase()} in ${countryInText(country)}`

/** Returns a number of a form as it is stored. */
export const normalized = (form: RegistrationForm): RegistrationForm => ({ ...form, number: normalizeNumber(form.number, form) })

/** Returns what is wrong with one number of a form. */
export function formErrors(form: RegistrationForm, others: readonly RegistrationForm[]): FieldError[] {
  const rule = ruleOf(form.country, form.stream)
  if (!rule) return [{ field: 'country', message: `There is no register for ${placeName(form)}` }]
  const errors: FieldError[] = []
  if (others.some((other) => placeOf(other) === placeOf(form)))
    errors.push({ field: 'country', message: `There is already a number for ${placeName(form)}` })
  const wrong = numberError(form.number, rule)
  if (wrong) errors.push({ field: 'number', message: wrong })
  if (form.validTo !== null && form.validTo < form.validFrom) errors.push({ field: 'validTo', message: 'Must not be before the first day' })
  if (!form.confirms) errors.push({ field: 'confirms', message: 'Please confirm that all of your products there are covered' })
  return errors
}

/** Returns the numbers of a form as they are stored. Refuses what is wrong at its field. */
function readForms(sent: readonly RegistrationForm[]): RegistrationForm[] {
  const forms = sent.map(normalized)
  const errors = forms.flatMap((form, at) =>
    formErrors(form, forms.slice(0, at)).map(({ field, message }) => ({ field: `registrations.${at}.${field}`, message })),
  )
  if (errors.length > 0) refuse('invalid_input', { errors })
  return forms
}

const hasChanged = (row: RegistrationRow, form: RegistrationForm) =>
  row.number !== form.number || row.scheme !== form.scheme || row.validFrom !== form.validFrom || row.validTo !== form.validTo

const factsOf = (rows: readonly Pick<RegistrationRow, 'country' | 'stream' | 'number' | 'scheme' | 'validFrom' | 'validTo'>[]) =>
  Object.fromEntries(
    rows.map((row) => [
      placeOf(row),
      [row.number, row.scheme, `${row.validFrom} to ${row.validTo ?? ''}`.trim()].filter(Boolean).join(', '),
    ]),
  )

async function store(tx: Db, businessId: string, stored: RegistrationRow | undefined, form: RegistrationForm, actor: Actor, at: Date) {
  const { confirms: _confirms, ...values } = form
  const certified = { certifiedBy: actor.name, certifiedAt: at }
  if (!stored) return insertRegistration(tx, { ...values, ...certified, businessId })
  if (!hasChanged(stored, form)) return
  const unchecked = isStillChecked(stored, form)
    ? {}
    : { isConfirmed: false, checkedHow: null, checkedOn: null, checkedBy: null, checkedTo: null }
  return storeRegistration(tx, stored.id, { ...values, ...certified, ...unchecked, remindedAt: null })
}

/**
 * Replaces the numbers of a business; one that changes is to be confirmed again, and one that only ends later from its last day on that
 * staff saw. Refuses `not_found`, `edit_conflict` with the `current` numbers when `version` is stale, and what is wrong at its field.
 */
export async function saveRegisters(
  { db, now }: Deps,
  { actor, requestId }: { actor: Actor; requestId: string },
  businessId: string,
  { registrations, version }: BusinessRegistersBody,
): Promise<BusinessRegisters> {
  const forms = readForms(registrations)
  const at = now()
  return inTransaction(db, async (tx) => {
    const business = found(await lockBusiness(tx, businessId))
    if (version !== undefined && version !== business.version) refuseStale(['business', businessId], await readRegisters(tx, business, at))
    const before = await listRegistrationsOf(tx, businessId)
    const kept = new Set(forms.map(placeOf))
    await deleteRegistrations(
      tx,
      before.filter((row) => !kept.has(placeOf(row))).map(({ id }) => id),
    )
    for (const form of forms) {
      const stored = before.find((row) => placeOf(row) === placeOf(form))
      await store(tx, businessId, stored, form, actor, at)
    }
    const after = await updateBusiness(tx, businessId, {}, at)
    const audit = { actor, action: 'business.registers', targetType: 'business', targetId: businessId, requestId }
    await recordAudit(tx, { ...audit, before: factsOf(before), after: factsOf(forms) })
    return readRegisters(tx, after, at)
  })
}

/** Reads the numbers of a business. Refuses `not_found`. */
export async function readOwnRegisters({ db, now }: Deps, businessId: string): Promise<BusinessRegisters> {
  const { business } = found(await findBusiness(db, businessId))
  return readRegisters(db, business, now())
}
