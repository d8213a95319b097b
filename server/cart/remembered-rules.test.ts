import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_TAX } from '#domain/tax-settings.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import { storeGroup } from '#server/platform/settings/setting-groups.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { readCartFacts } from './cart-values.ts'

/* Carts share the settings and zones that the process has read last. The database says which state they are of. */

let shop: TestShop
let userId: string
beforeAll(async () => {
  shop = await openTestShop()
  userId = (await shop.make.user('customer')).id
})
afterAll(() => shop.close())

const facts = () => readCartFacts(shop.deps.db, userId, new Date())
const setTax = (percent: number) => storeGroup(shop.deps.db, 'tax', { ...DEFAULT_TAX, percent }, new Date())
const query = (text: string) => shop.database.pool.query(text)

test('what did not change is not read again; a change counts from its commit on', async () => {
  await setTax(7)
  const first = await facts()
  expect(first.settings.tax.percent).toBe(7)
  expect((await facts()).settings).toBe(first.settings)
  await setTax(9)
  expect((await facts()).settings.tax.percent).toBe(9)
})

test('a change of settings that is undone is not seen, nor one that is not committed yet', async () => {
  await setTax(5)
  await inTransaction(shop.deps.db, async (tx) => {
    await storeGroup(tx, 'tax', { ...DEFAULT_TAX, percent: 6 }, new Date())
    throw new Error('undone')
  }).catch(() => {})
  expect((await facts()).settings.tax.percent).toBe(5)
})

test('a zone that changes by its row, its areas or its rates is read anew', async () => {
  await query("update shipping_zones set name = name || ' 2' where business_id is null")
  const renamed = await facts()
  expect(renamed.zones.every(({ name }) => name.endsWith(' 2'))).toBe(true)
  await query('update shipping_rates set max_days = 99 where max_days is not null')
  const slower = await facts()
  expect(slower.zones.flatMap(({ rates }) => rates.map(({ maxDays }) => maxDays))).toContain(99)
  await query("delete from shipping_zone_areas where country = 'US'")
  expect((await facts()).zones.flatMap(({ areas }) => areas.map(({ country }) => country))).not.toContain('US')
})

test('a state with the number of another one is another state, as after a failover that lost a change', async () => {
  await setTax(3)
  await facts()
  const { rows } = await query("select value from revisions where name = 'settings'")
  await setTax(4)
  await query(`update revisions set value = ${Number(rows[0]?.value)} where name = 'settings'`)
  expect((await facts()).settings.tax.percent).toBe(4)
})

test('what carts share cannot be changed', async () => {
  const { settings, zones } = await facts()
  expect(() => Object.assign(settings.tax, { percent: 1 })).toThrow(TypeError)
  expect(zones.every((zone) => Object.isFrozen(zone))).toBe(true)
})
