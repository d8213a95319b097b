import type { PublicSeller } from '#contract/sellers/businesses.ts'
import type { BusinessRegisters, NeededNumber, ProducerRegistration, StaffProducerRegistration } from '#contract/sellers/registers.ts'
import { missingText, namedNumbers, ruleOf } from '#domain/producer-registers.ts'
import type { Db } from '#server/platform/db/client.ts'
import { readSettings, readToday } from '#server/platform/settings/setting-groups.ts'
import {
  type ListedRegistration,
  listRegistrations,
  listRegistrationsOf,
  type RegisterScope,
  type RegistrationRow,
} from './registration-list.ts'

/** Reads what lists of numbers are made from. */
export async function readScope(db: Db, now: Date): Promise<RegisterScope> {
  const { registers, markets } = await readSettings(db)
  return { modes: registers.modes, markets, today: await readToday(db, now) }
}

/** Presents a number without its place and state. */
const presentNumber = (row: RegistrationRow) => ({
  number: row.number,
  scheme: row.scheme,
  validFrom: row.validFrom,
  validTo: row.validTo,
  certified: { by: row.certifiedBy, at: row.certifiedAt.toISOString() },
  check:
    row.checkedBy === null ? null : { confirmed: row.isConfirmed, how: row.checkedHow ?? '', day: row.checkedOn ?? '', by: row.checkedBy },
})

/** Presents a number, or one that is missing, to staff. */
export const presentForStaff = ({ row, ...listed }: ListedRegistration): StaffProducerRegistration => ({
  ...listed,
  id: row?.id ?? `${listed.businessId}:${listed.country}:${listed.stream}`,
  registration: row && presentNumber(row),
  version: row?.version ?? null,
})

const presentOwn = ({ row, country, stream, state }: ListedRegistration): ProducerRegistration[] =>
  row ? [{ id: row.id, country, stream, state, ...presentNumber(row) }] : []

function neededOf({ country, stream, mode, state }: ListedRegistration): NeededNumber[] {
  const rule = ruleOf(country, stream)
  if (!rule || mode === 'off' || state === 'valid' || state === 'ending' || state === 'renewed') return []
  return [{ country, stream, mode, state, text: missingText({ rule, mode, state }) }]
}

/** Reads the confirmed numbers of a business that its offers have to name in their countries. */
export async function readPublicNumbers(db: Db, businessId: string, now: Date): Promise<PublicSeller['producerNumbers']> {
  const rows = await listRegistrationsOf(db, businessId)
  if (rows.length === 0) return []
  return namedNumbers(rows, await readToday(db, now)).map(({ country, stream, number }) => ({ country, stream, number }))
}

/** Reads the numbers of a business, and those that its products lack. */
export async function readRegisters(db: Db, { id, version }: { id: string; version: number }, now: Date): Promise<BusinessRegisters> {
  const listed = await listRegistrations(db, await readScope(db, now), { businessId: id })
  const byPlace = listed.toSorted((one, other) => one.country.localeCompare(other.country) || other.stream.localeCompare(one.stream))
  return { registrations: byPlace.flatMap(presentOwn), needed: listed.flatMap(neededOf), version }
}
