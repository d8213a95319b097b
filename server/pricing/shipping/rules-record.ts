import { type Placeholder, sql } from 'drizzle-orm'
import { zoneCountries } from '#domain/shipping-zones.ts'
import { revisions } from '#server/platform/db/schema.ts'
import { type ShopSettings, type StoredGroups, storedGroups, toSettings } from '#server/platform/settings/setting-groups.ts'
import { type ZoneRows, zonesAsValue } from './zone-list.ts'

/*
 * Settings and the platform's zones change rarely, and every cart and order needs them. A statement that reads a cart names the stamp of
 * those that this process has read last; the database answers others only where its stamp differs, in the same snapshot as all else. So a
 * change counts from its commit on, on every server.
 */

/** Settings in force and the platform's zones, of one state of the database. */
interface KnownRules {
  /** Null: no state of its own, so that it cannot be known again. */
  stamp: string | null
  settings: ShopSettings
  zones: ZoneRows
}

/** Rules as `rulesInForce` returns them; without `groups` and `zones` they are those of the stamp. */
export interface RulesRow {
  stamp: string | null
  groups?: StoredGroups
  zones?: ZoneRows
}

let last: KnownRules | null = null

/** Returns the rules that this process has read last. */
export const lastRules = (): KnownRules | null => last

/** The rules in force as one value of a query. @param stamp that of `lastRules`, or null */
export const rulesInForce = (stamp: Placeholder) => sql<RulesRow>`(
  select case when r.stamp = ${stamp}::uuid then json_build_object('stamp', r.stamp)
    else json_build_object('stamp', r.stamp, 'groups', ${storedGroups()}, 'zones', ${zonesAsValue(sql`z.business_id is null`)}) end
  from (select (select stamp from ${revisions} where name = 'settings') as stamp) r)`

/** Freezes what all carts share. */
function frozen<Value extends object>(value: Value): Value {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) frozen(part)
  return Object.freeze(value)
}

/** Returns the rules that a query has read. @param known those whose stamp it was given */
export function rulesOf({ stamp, groups, zones }: RulesRow, known: KnownRules | null): KnownRules {
  if (!groups || !zones) {
    if (known === null) throw new Error('The database answered no rules')
    return known
  }
  const rules = frozen({ stamp, settings: toSettings(groups), zones })
  last = rules
  return rules
}

/** Returns the zones and areas that can hold places of a country, as no others ship there; null: all. */
export function zonesTo(zones: ZoneRows, country: string | null): ZoneRows {
  if (country === null) return zones
  const countries = zoneCountries(country)
  return zones.flatMap((zone) => {
    const areas = zone.areas.filter((area) => countries.includes(area.country))
    return areas.length > 0 ? [{ ...zone, areas }] : []
  })
}
