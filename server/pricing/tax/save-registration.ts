import type { FieldError } from '#contract/errors.ts'
import type { RegistrationBody, StaffRegistration, TaxRegistration } from '#contract/pricing/tax.ts'
import { EU_COUNTRIES } from '#domain/market-country.ts'
import { normalizeVatId, VAT_ID_ERROR, vatIdCountry } from '#domain/vat-id.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { violatedConstraint } from '#server/platform/db/failure.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found, refuse, refuseStale } from '#server/platform/http/refusal.ts'
import { isPossibleVatId } from '#server/platform/vendors/vat-syntax.ts'
import { placeErrors, placeName } from './check-place.ts'
import {
  deleteRegistration,
  findRegistrationRow,
  insertRegistration,
  type ListedRegistration,
  lockRegistration,
  type RegistrationRow,
  type RegistrationValues,
  storeRegistration,
} from './registration-list.ts'
import type { TaxWrite } from './save-rule.ts'

/** A registration as a form has it. */
type RegistrationForm = Omit<RegistrationBody, 'version'>

/** Countries whose registration numbers have a check digit that is known. */
const CHECKED = [...EU_COUNTRIES, 'GB', 'CH', 'NO']

/** Returns what is wrong with the number of a registration. */
function numberErrors({ country, number, scheme }: RegistrationForm): FieldError[] {
  if (number === '') return [{ field: 'number', message: 'Please enter the registration number.' }]
  if (scheme === 'ioss' && !/^IM\d{10}$/.test(number)) {
    return [{ field: 'number', message: 'An IOSS number has the letters IM and 10 digits.' }]
  }
  if (!['domestic', 'oss'].includes(scheme) || !CHECKED.includes(country)) return []
  const isRight = isPossibleVatId(number) && vatIdCountry(number) === country
  return isRight ? [] : [{ field: 'number', message: VAT_ID_ERROR }]
}

/** Returns what is wrong with the place of a scheme. */
function schemeErrors({ country, state, scheme }: RegistrationForm): FieldError[] {
  if (scheme === 'sales_tax' && country !== 'US') return [{ field: 'country', message: 'Sales tax is for states of the United States.' }]
  if (scheme === 'sales_tax' && state === null) return [{ field: 'state', message: 'Please choose a state of the United States.' }]
  if (['oss', 'ioss'].includes(scheme) && !EU_COUNTRIES.includes(country)) {
    return [{ field: 'country', message: 'A one-stop shop is in the European Union. Choose the member state of identification.' }]
  }
  return []
}

/** Returns the values of a form. Refuses one that is wrong; `prefix` begins the names of its fields. */
export function registrationOf(form: RegistrationForm, businessId: string | null, prefix = ''): RegistrationValues {
  const number = form.scheme === 'sales_tax' ? form.number.trim() : normalizeVatId(form.number) // permits of states have hyphens
  const values = { ...form, number, businessId }
  const place = placeErrors(values)
  const errors = [...place, ...(place.length > 0 ? [] : [...schemeErrors(values), ...numberErrors(values)])]
  if (errors.length > 0) refuse('invalid_input', { errors: errors.map(({ field, message }) => ({ field: `${prefix}${field}`, message })) })
  return values
}

/** Refuses `registration_taken` for a registration that overlaps another one; throws any other error. */
export function refuseTaken(error: unknown, values: RegistrationValues, prefix = ''): never {
  if (violatedConstraint(error) === 'tax_registrations_overlap') {
    const facts = { place: placeName(values) }
    const message = `There is already a registration for ${facts.place}.`
    refuse('registration_taken', { facts, errors: [{ field: `${prefix}country`, message }] })
  }
  throw error
}

/** Presents a registration to its owner. */
export function presentRegistration({
  businessId: _businessId,
  createdAt: _createdAt,
  ...row
}: RegistrationRow & { businessName?: unknown }): TaxRegistration {
  const { businessName: _name, ...registration } = row
  return registration
}

/** Presents a registration to staff. */
export const presentForStaff = (row: ListedRegistration): StaffRegistration => ({
  ...presentRegistration(row),
  businessId: row.businessId,
  businessName: row.businessName,
})

const read = async (tx: Db, id: string) => presentForStaff(found(await findRegistrationRow(tx, id)))

/** Adds a registration of the platform. Refuses `registration_taken`. */
export async function addRegistration(
  { db, now }: Deps,
  { actor, requestId }: TaxWrite,
  { version: _version, ...form }: RegistrationBody,
): Promise<StaffRegistration> {
  const values = registrationOf(form, null)
  return inTransaction(db, async (tx) => {
    const { id } = await insertRegistration(tx, values, now()).catch((error) => refuseTaken(error, values))
    const audit = { actor, action: 'tax-registration.create', targetType: 'tax-registration', targetId: id, after: values, requestId }
    await recordAudit(tx, audit)
    return read(tx, id)
  })
}

/**
 * Changes a registration of the platform or of a seller. Refuses `not_found`, `edit_conflict` with the `current` one, `registration_taken`.
 */
export async function changeRegistration(
  { db }: Deps,
  { actor, requestId }: TaxWrite,
  id: string,
  { version, ...form }: RegistrationBody,
): Promise<StaffRegistration> {
  return inTransaction(db, async (tx) => {
    const before = found(await lockRegistration(tx, id))
    if (version !== undefined && version !== before.version) refuseStale(['tax-registration', id], await read(tx, id))
    const values = registrationOf(form, before.businessId)
    await storeRegistration(tx, id, values).catch((error) => refuseTaken(error, values))
    const audit = { actor, action: 'tax-registration.change', targetType: 'tax-registration', targetId: id, requestId }
    await recordAudit(tx, { ...audit, before: presentRegistration(before), after: values })
    return read(tx, id)
  })
}

/** Deletes a registration. Refuses `not_found`. */
export async function removeRegistration({ db }: Deps, { actor, requestId }: TaxWrite, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = found(await lockRegistration(tx, id))
    await deleteRegistration(tx, id)
    const audit = { actor, action: 'tax-registration.delete', targetType: 'tax-registration', targetId: id, requestId }
    await recordAudit(tx, { ...audit, before: presentRegistration(before) })
  })
}
