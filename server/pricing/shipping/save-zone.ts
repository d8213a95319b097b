import type { FieldError } from '#contract/errors.ts'
import type { Zone, ZoneBody } from '#contract/pricing/shipping.ts'
import { type Currency, formatMoney } from '#domain/money.ts'
import type { RateBasis } from '#domain/settings.ts'
import { SHIPPING_METHODS, type ShippingMethod } from '#domain/shipping.ts'
import { kilograms, rateErrors, type ZoneArea, type ZoneRate } from '#domain/shipping-zones.ts'
import { hasStates, stateCode, stateError } from '#domain/states.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { found, refuse, refuseStale } from '#server/platform/http/refusal.ts'
import { lockSettings, readSettings, storeBasis, storeGroup } from '#server/platform/settings/setting-groups.ts'
import { presentZone, zoneValues } from './present-zone.ts'
import { deleteZone, insertZone, lockZones, placeZone, readZones, replaceZone, type StoredZone, type ZoneValues } from './zone-list.ts'

/** Owner of zones and the request that changes them; `businessId` null: the platform's. */
export interface ZoneWrite {
  actor: Actor
  requestId: string
  businessId: string | null
}

/** Names of the fields of a form by those of a rate. */
const FIELDS: Partial<Record<keyof ZoneRate, string>> = {
  minGrams: 'minKg',
  maxGrams: 'maxKg',
  priceCents: 'price',
  perKgCents: 'perKg',
  freeFromCents: 'freeFrom',
}

function areaErrors(areas: readonly ZoneArea[]): FieldError[] {
  const keys = areas.map((area) => JSON.stringify(area))
  return areas.flatMap(({ postcodeFrom, postcodeTo, country, state }, at) => {
    const wrong = (field: string, message: string) => [{ field: `areas.${at}.${field}`, message }]
    if (keys.indexOf(keys[at] ?? '') < at) return wrong('country', 'This place is listed twice.')
    if (country === '*' && state) return wrong('state', "“All other countries” can't have a state.")
    if (state && hasStates(country) && stateCode(country, state) === '') return wrong('state', stateError(country))
    if (postcodeFrom === null && postcodeTo !== null) return wrong('postcodeFrom', 'Enter the first postal code of the range.')
    if (country === '*' && postcodeFrom !== null) return wrong('postcodeFrom', "“All other countries” can't have postal codes.")
    return postcodeFrom !== null && postcodeTo !== null && postcodeTo < postcodeFrom
      ? wrong('postcodeTo', "The last postal code can't be before the first.")
      : []
  })
}

/** Returns the problems of a zone, each at its field. */
export function zoneErrors({ areas, rates }: Pick<ZoneValues, 'areas' | 'rates'>): FieldError[] {
  const wrong = rateErrors(rates).map(({ at, field, text }) => ({ field: `rates.${at}.${FIELDS[field] ?? field}`, message: text }))
  return [...areaErrors(areas), ...wrong]
}

function areaText({ country, state, postcodeFrom, postcodeTo }: ZoneArea): string {
  const codes = postcodeFrom === null ? [] : [postcodeTo === null ? postcodeFrom : `${postcodeFrom}-${postcodeTo}`]
  return [country, ...(state === null ? [] : [state]), ...codes].join(' ')
}

function rateText({ class: shippingClass, method, minGrams, maxGrams, priceCents, perKgCents }: ZoneRate): string {
  const money = (cents: Record<Currency, number>) => `${formatMoney(cents.USD, 'USD')} / ${formatMoney(cents.EUR, 'EUR')}`
  const band = maxGrams === null ? `from ${kilograms(minGrams)} kg` : `${kilograms(minGrams)}-${kilograms(maxGrams)} kg`
  const perKg = perKgCents.USD + perKgCents.EUR > 0 ? ` + ${money(perKgCents)} per kg` : ''
  return `${shippingClass} ${method} ${band}: ${priceCents ? money(priceCents) + perKg : 'by quote'}`
}

/** Describes a zone for the audit log. */
export const zoneInWords = ({ name, dispatchCountries, areas, rates }: ZoneValues) => ({
  name,
  dispatchCountries: [...dispatchCountries],
  areas: areas.map(areaText),
  rates: rates.map(rateText),
})

const AUDITED = { targetType: 'shipping_zone' } as const

async function readZone(tx: Db, { businessId }: Pick<ZoneWrite, 'businessId'>, id: string): Promise<StoredZone> {
  const { rules } = await readSettings(tx)
  const [zone] = await readZones(tx, { businessId, id }, rules.shippingRates)
  return found(zone)
}

/** Writes the parcel rates of the zone that follows the settings to them: both are one thing. The caller holds `lockZones`. */
export async function storeInSettings(tx: Db, { rates }: ZoneValues, at: Date): Promise<void> {
  await lockSettings(tx)
  const { shipping } = await readSettings(tx)
  const stored = { ...shipping }
  for (const method of SHIPPING_METHODS) {
    const rate = rates.find((each) => each.class === 'parcel' && each.method === method)
    if (!rate?.priceCents) continue
    const { minDays, maxDays, priceCents, freeFromCents } = rate
    stored[method satisfies ShippingMethod] = { minDays, maxDays, priceCents, freeFromCents }
  }
  if (JSON.stringify(stored) !== JSON.stringify(shipping)) await storeGroup(tx, 'shipping', stored, at)
}

/** Checks the zone that follows the settings: each method has one parcel rate there, with a price. */
export function settingsErrors(values: ZoneValues): FieldError[] {
  return SHIPPING_METHODS.flatMap((method) => {
    const at = values.rates.findIndex((rate) => rate.class === 'parcel' && rate.method === method)
    const rate = values.rates[at]
    if (!rate) return [{ field: 'rates', message: `This zone needs a parcel rate for ${method} shipping, as in Settings.` }]
    if (rate.priceCents === null) return [{ field: `rates.${at}.price`, message: 'Enter a price, as in Settings.' }]
    return rate.minDays < 1 ? [{ field: `rates.${at}.minDays`, message: 'Please enter a whole number from 1 to 90' }] : []
  })
}

/** Adds a zone behind the others of its owner. Refuses wrong values, each at its field. */
export async function createZone({ db, now }: Deps, write: ZoneWrite, body: ZoneBody): Promise<Zone> {
  const values = zoneValues(body)
  const errors = zoneErrors(values)
  if (errors.length > 0) refuse('invalid_input', { errors })
  return inTransaction(db, async (tx) => {
    await lockZones(tx, write.businessId)
    const id = await insertZone(tx, write.businessId, values, { at: now() })
    const { actor, requestId } = write
    await recordAudit(tx, { ...AUDITED, actor, action: 'shipping_zone.create', targetId: id, after: zoneInWords(values), requestId })
    return presentZone(await readZone(tx, write, id))
  })
}

/**
 * Changes a zone. Refuses `not_found` for one of another owner, `edit_conflict` with the `current` one, and wrong values, each at its
 * field.
 */
export async function updateZone({ db, now }: Deps, write: ZoneWrite, id: string, body: ZoneBody): Promise<Zone> {
  const values = zoneValues(body)
  return inTransaction(db, async (tx) => {
    await lockZones(tx, write.businessId)
    const before = await readZone(tx, write, id)
    if (body.version !== undefined && body.version !== before.version) refuseStale([AUDITED.targetType, id], presentZone(before))
    const errors = [...zoneErrors(values), ...(before.followsSettings ? settingsErrors(values) : [])]
    if (errors.length > 0) refuse('invalid_input', { errors })
    await replaceZone(tx, id, values)
    if (before.followsSettings) await storeInSettings(tx, values, now())
    const { actor, requestId } = write
    const change = { before: zoneInWords(before), after: zoneInWords(values), requestId }
    await recordAudit(tx, { ...AUDITED, actor, action: 'shipping_zone.edit', targetId: id, ...change })
    return presentZone(await readZone(tx, write, id))
  })
}

/** Moves a zone to a place among those of its owner, counted from 0. Refuses `not_found` for one of another owner. */
export async function moveZone(
  { db }: Pick<Deps, 'db'>,
  { actor, requestId, businessId }: ZoneWrite,
  id: string,
  place: number,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockZones(tx, businessId)
    await readZone(tx, { businessId }, id)
    const [from, to] = await placeZone(tx, businessId, id, place)
    if (from === to) return
    const [before, after] = [{ position: from + 1 }, { position: to + 1 }]
    await recordAudit(tx, { ...AUDITED, actor, action: 'shipping_zone.move', targetId: id, before, after, requestId })
  })
}

/** Deletes a zone. Refuses `not_found` for one of another owner. */
export async function removeZone({ db }: Deps, { actor, requestId, businessId }: ZoneWrite, id: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockZones(tx, businessId)
    const before = await readZone(tx, { businessId }, id)
    await deleteZone(tx, id)
    await recordAudit(tx, { ...AUDITED, actor, action: 'shipping_zone.delete', targetId: id, before: zoneInWords(before), requestId })
  })
}

/** Puts the zones in force where one row of rates counts for every country; does nothing where they are. */
export async function applyRules(
  { db, now }: Deps,
  { actor, requestId }: Pick<ZoneWrite, 'actor' | 'requestId'>,
): Promise<{ basis: RateBasis }> {
  return inTransaction(db, async (tx) => {
    await lockSettings(tx)
    const { basis } = await readSettings(tx)
    if (basis === 'rules') return { basis }
    await storeBasis(tx, 'rules', now())
    const entry = { actor, action: 'settings.change', targetType: 'settings', targetId: 'basis', requestId }
    await recordAudit(tx, { ...entry, before: { shippingRates: 'legacy' }, after: { shippingRates: 'rules' } })
    return { basis: 'rules' }
  })
}
