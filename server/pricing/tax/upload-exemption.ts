import type { Exemption } from '#contract/pricing/exemptions.ts'
import { statesOf } from '#domain/states.ts'
import { CERTIFICATE_KINDS, MAX_CERTIFICATES, MAX_UNCONFIRMED_CERTIFICATES } from '#domain/tax-certificate.ts'
import { isDay } from '#domain/time.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import { takeLock } from '#server/platform/db/take-lock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { headOf, readWhole } from '#server/platform/files/files.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse, refuseField } from '#server/platform/http/refusal.ts'
import { storeSheet } from '#server/platform/media/store-sheet.ts'
import { notify } from '#server/platform/notifications/notification-record.ts'
import { readToday } from '#server/platform/settings/setting-groups.ts'
import { countExemptionsOf, type ExemptionRow, findExemption, insertExemption } from './exemption-list.ts'
import type { TaxWrite } from './save-rule.ts'

/** A certificate as its form sends it. */
interface CertificateForm {
  states: string
  kind: (typeof CERTIFICATE_KINDS)[number]
  number: string
  validTo: string
}

/** Presents a certificate to its owner. */
export function presentExemption({
  id,
  states,
  kind,
  number,
  validTo,
  status,
  reason,
  createdAt,
  reviewedAt,
  version,
}: ExemptionRow): Exemption {
  const times = { createdAt: createdAt.toISOString(), reviewedAt: reviewedAt?.toISOString() ?? null }
  return { id, country: 'US', states, kind, number, validTo, status, reason, ...times, version }
}

/** Returns the values of a form. Refuses what is wrong at its field. */
function valuesOf({ states, kind, number, validTo }: CertificateForm, today: string) {
  const codes = [
    ...new Set(
      states
        .split(',')
        .map((code) => code.trim())
        .filter(Boolean),
    ),
  ]
  if (codes.length === 0) refuseField('states', 'Please choose at least one state.')
  if (codes.some((code) => !statesOf('US').some(([known]) => known === code)))
    refuseField('states', 'Please choose a state of the United States.')
  if (number === '') refuseField('number', 'Please enter the number of the certificate.')
  if (validTo !== '' && !isDay(validTo)) refuseField('validTo', 'Please enter a date like 2026-03-04')
  if (validTo !== '' && validTo < today) refuseField('validTo', 'This certificate has expired.')
  return { states: codes.toSorted(), kind, number, validTo: validTo === '' ? null : validTo }
}

async function refuseMany(db: Db, { userId, emailVerified }: Actor): Promise<void> {
  const max = emailVerified ? MAX_CERTIFICATES : MAX_UNCONFIRMED_CERTIFICATES
  if ((await countExemptionsOf(db, userId)) < max) return
  const detail = `Confirm your email address to send more than ${max} certificates.`
  refuse('too_many_certificates', { facts: { max }, ...(!emailVerified && { detail }) })
}

/**
 * Stores a certificate of the caller for review by staff, who are notified. Refuses `too_many_certificates` and what is wrong at its field.
 */
export async function uploadExemption(
  { db, files, now }: Deps,
  { actor, requestId }: TaxWrite,
  form: CertificateForm,
  bytes: Buffer | null,
): Promise<Exemption> {
  const at = now()
  const values = valuesOf(form, await readToday(db, at))
  if (!bytes || bytes.length === 0) return refuseField('file', 'Please choose a file')
  await refuseMany(db, actor) // before the file is read
  const file = await storeSheet(files, 'certificates', bytes)
  try {
    return await inTransaction(db, async (tx) => {
      await takeLock(tx, `certificates:${actor.userId}`)
      await refuseMany(tx, actor)
      const row = await insertExemption(tx, { ...values, file, userId: actor.userId, createdAt: at })
      await notify(tx, {
        audience: { staff: 'people.read' },
        kind: 'certificate',
        title: 'New tax certificate to review',
        text: `${values.number}, ${values.states.join(', ')}`,
        path: '/admin/tax/certificates',
        dedupeKey: `certificate:${row.id}`,
        at,
      })
      const audit = { actor, action: 'certificate.send', targetType: 'certificate', targetId: row.id, requestId }
      await recordAudit(tx, { ...audit, after: { states: values.states, kind: values.kind } })
      return presentExemption(row)
    })
  } catch (error) {
    await files.remove(file)
    throw error
  }
}

/** Returns the file of a certificate to its owner, and to staff. Refuses `not_found` for others. */
export async function readExemptionFile(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  { userId }: Pick<Actor, 'userId'>,
  id: string,
  isStaff: boolean,
): Promise<{ name: string; type: string; bytes: Buffer }> {
  const { file } = found(await findExemption(db, id, isStaff ? null : userId))
  const bytes = found(await readWhole(files, file))
  return { name: file.slice(file.indexOf('/') + 1), type: headOf(file).contentType, bytes }
}
