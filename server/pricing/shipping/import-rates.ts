import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { refuse, refuseField } from '#server/platform/http/refusal.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { Unreadable } from '#server/platform/vendors/spreadsheet-guard.ts'
import type { RatedZone } from './read-rates.ts'
import { settingsErrors, storeInSettings, type ZoneWrite, zoneErrors, zoneInWords } from './save-zone.ts'
import { insertZone, lockZones, readZones, replaceZone, type StoredZone } from './zone-list.ts'

/** Lines that a refusal names at most. */
const MAX_PROBLEMS = 100

async function readFile(csv: string): Promise<RatedZone[]> {
  try {
    const { readRates } = await import('./read-rates.ts') // its parser is loaded when somebody needs it
    const { zones, problems } = readRates(csv)
    if (problems.length > 0) {
      const errors = problems.slice(0, MAX_PROBLEMS).map(({ line, text }) => ({ field: 'csv', message: `Line ${line}: ${text}` }))
      refuse('rates_unreadable', { errors, extra: { problems: problems.length } })
    }
    if (zones.length === 0) refuseField('csv', 'The file has no rates.')
    return zones
  } catch (error) {
    if (error instanceof Unreadable) return refuseField('csv', `The file can't be read: ${error.message}`)
    throw error
  }
}

/** Returns the values of a zone as the file has them; what a file does not say stays as the same band has it. */
function merged({ name, areas, rates }: RatedZone, before: StoredZone | undefined) {
  return {
    name,
    areas,
    dispatchCountries: before?.dispatchCountries ?? [],
    rates: rates.map((rate) => {
      const known = before?.rates.find(
        (each) =>
          each.class === rate.class && each.method === rate.method && each.minGrams === rate.minGrams && each.maxGrams === rate.maxGrams,
      )
      if (!known) return rate
      const { freeFromCents, volumeDivisor, maxUnitGrams, maxLongestMm, maxGirthMm, carrier, extras } = known
      return { ...rate, freeFromCents, volumeDivisor, maxUnitGrams, maxLongestMm, maxGirthMm, carrier, extras }
    }),
  }
}

/**
 * Replaces places and rates of the platform's zones that a file names, and adds those that are new; zones that it does not name stay. All
 * or nothing: refuses `rates_unreadable` with a sentence for each bad line.
 */
export async function importRates(
  { db, now }: Deps,
  { actor, requestId }: Pick<ZoneWrite, 'actor' | 'requestId'>,
  csv: string,
): Promise<{ zones: number; areas: number; rates: number }> {
  const zones = await readFile(csv)
  return inTransaction(db, async (tx) => {
    await lockZones(tx, null)
    const { rules } = await readSettings(tx)
    const stored = await readZones(tx, { businessId: null }, rules.shippingRates)
    for (const zone of zones) {
      const before = stored.find(({ name }) => name === zone.name)
      const values = merged(zone, before)
      const errors = [...zoneErrors(values), ...(before?.followsSettings ? settingsErrors(values) : [])]
      if (errors.length > 0)
        refuse('rates_unreadable', { errors: errors.map(({ message }) => ({ field: 'csv', message: `${zone.name}: ${message}` })) })
      const after = zoneInWords(values)
      const entry = { actor, requestId, targetType: 'shipping_zone' }
      if (!before) {
        const targetId = await insertZone(tx, null, values, { at: now() })
        await recordAudit(tx, { ...entry, action: 'shipping_zone.create', targetId, after })
        continue
      }
      await replaceZone(tx, before.id, values)
      if (before.followsSettings) await storeInSettings(tx, values, now())
      await recordAudit(tx, { ...entry, action: 'shipping_zone.edit', targetId: before.id, before: zoneInWords(before), after })
    }
    const count = (of: (zone: RatedZone) => readonly unknown[]) => zones.reduce((sum, zone) => sum + of(zone).length, 0)
    return { zones: zones.length, areas: count(({ areas }) => areas), rates: count(({ rates }) => rates) }
  })
}
