import { inArray } from 'drizzle-orm'
import { DEFAULT_RULES, type ShopRules } from '#domain/totals.ts'
import type { Db } from '#server/db/client.ts'
import { settings } from '#server/db/schema.ts'

/** The company as the contact card shows it. */
export interface ShopCompany {
  name: string
  email: string
  phone: string
  street: string
  city: string
  country: string
  hours: string[]
  /** Where the map points; null: no map. */
  location: { latitude: number; longitude: number } | null
}

const DEFAULT_COMPANY: ShopCompany = {
  name: 'Reflute',
  email: 'hello@reflute.test',
  phone: '+1 312 555 0142',
  street: '1200 West Fulton Street',
  city: 'Chicago, IL 60607',
  country: 'United States',
  hours: ['Mon-Fri 9am-6pm EST', 'Saturday 10am-4pm EST', 'Sunday closed'],
  location: { latitude: 41.8869, longitude: -87.6573 },
}

/** The rules that price carts and the company's card: what staff have set, over the defaults. */
export async function readSettings(db: Db): Promise<{ rules: ShopRules; company: ShopCompany }> {
  const rows = await db
    .select()
    .from(settings)
    .where(inArray(settings.name, ['rules', 'company']))
  const stored = Object.fromEntries(rows.map((row) => [row.name, row.value as object])) // written by the settings form, which checks it
  return { rules: { ...DEFAULT_RULES, ...stored.rules }, company: { ...DEFAULT_COMPANY, ...stored.company } }
}
