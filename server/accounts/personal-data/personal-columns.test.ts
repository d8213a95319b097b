import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { PERSONAL_COLUMNS } from './personal-columns.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const LISTED = Object.keys(PERSONAL_COLUMNS)

async function columns(where = ''): Promise<string[]> {
  const { rows } = await shop.database.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public' ${where} order by 1`,
  )
  return rows.map(({ name }) => name)
}

test('every column that refers to a user is listed as exported, erased or kept with a reason', async () => {
  const { rows } = await shop.database.pool.query<{ name: string }>(
    `select c.conrelid::regclass || '.' || a.attname as name from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = 'users'::regclass`,
  )
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.map(({ name }) => name).filter((name) => !LISTED.includes(name))).toEqual([])
})

test('so is every column that is named like a person, an email, a phone, an address, a network, a browser or a credential', async () => {
  const named = await columns(
    "and column_name ~ '(name|mail|phone|address|(user|actor|author|applicant|reviewer)_id|network|user_agent|secret|credential|public_key)'",
  )
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((name) => !LISTED.includes(name))).toEqual([])
})

test('the list names no column that is gone, and each has a treatment', async () => {
  const all = await columns()
  expect(LISTED.filter((name) => !all.includes(name))).toEqual([])
  for (const [name, { isErased, kept }] of Object.entries(PERSONAL_COLUMNS)) expect(Boolean(isErased) || Boolean(kept), name).toBe(true)
})
