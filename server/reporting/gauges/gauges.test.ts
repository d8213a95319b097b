import { afterAll, beforeAll, expect, test } from 'vitest'
import { GAUGE_SOURCES } from '#server/gauge-sources.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { sealEntries } from '#server/platform/audit-seals/seal-entries.ts'
import { recordOperation } from '#server/platform/backup/operation-record.ts'
import { outbox } from '#server/platform/db/schema.ts'
import { registry } from '#server/platform/metrics/metrics.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { refreshGauges } from './watch-gauges.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

async function valueOf(name: string, kind?: string): Promise<number | undefined> {
  const metric = await registry.getSingleMetric(`reflute_${name}`)?.get()
  return metric?.values.find(({ labels }) => kind === undefined || labels.kind === kind)?.value
}

const refresh = () => refreshGauges(shop.deps, GAUGE_SOURCES)

/** As if the time until the next reading had gone by. */
const forget = () => shop.database.pool.query("update settings set updated_at = updated_at - interval '15 seconds' where name = 'gauges'")

test('one server reads the gauges, at most every 15 seconds, and the others show what it read', async () => {
  const at = shop.deps.now()
  const minutesAgo = (minutes: number) => new Date(at.getTime() - minutes * 60_000)
  const row = { kind: 'mail', payload: {}, dueAt: minutesAgo(1) }
  await shop.deps.db.insert(outbox).values([
    { ...row, dedupeKey: 'planned, now due', createdAt: minutesAgo(90) },
    { ...row, dedupeKey: 'failed, tried later', createdAt: minutesAgo(20), dueAt: new Date(at.getTime() + 60_000), attempts: 2 },
    { ...row, dedupeKey: 'planned for later', createdAt: minutesAgo(90), dueAt: new Date(at.getTime() + 60_000) },
    { ...row, dedupeKey: 'given up', createdAt: minutesAgo(90), dueAt: new Date(at.getTime() + 60_000), attempts: 8 },
    { ...row, dedupeKey: 'sent', createdAt: minutesAgo(90), sentAt: at },
    { kind: 'refund', payload: {}, dedupeKey: 'refund', createdAt: minutesAgo(7), dueAt: minutesAgo(5) },
  ])
  expect(await Promise.all([refresh(), refresh(), refresh()])).toEqual(expect.arrayContaining([true, false, false]))
  expect(await refresh()).toBe(false)
  expect(await valueOf('outbox_waiting', 'mail')).toBe(2)
  expect(await valueOf('outbox_dead', 'mail')).toBe(1)
  const oldest = (kind: string) => valueOf('outbox_oldest_seconds', kind).then((seconds) => Math.floor((seconds ?? 0) / 60))
  expect(await oldest('mail')).toBe(20)
  expect([await valueOf('outbox_waiting', 'refund'), await oldest('refund')]).toEqual([1, 5])
  expect([await valueOf('outbox_waiting', 'transfer'), await oldest('transfer')]).toEqual([0, 0])
  expect(await valueOf('jobs_waiting', 'purge')).toBe(0)
  expect(await valueOf('holds_overdue')).toBe(0)
  expect(await valueOf('ledger_disagreements')).toBe(0)
  await shop.deps.db.delete(outbox)
  expect(await refresh()).toBe(false)
  expect(await valueOf('outbox_waiting', 'mail')).toBe(2)
  await forget()
  expect(await refresh()).toBe(true)
  expect(await valueOf('outbox_waiting', 'mail')).toBe(0)
  expect((await shop.database.pool.query("select 1 from settings where name = 'gauges'")).rowCount).toBe(1)
})

test('audit entries without a seal are counted once they are late', async () => {
  await recordAudit(shop.deps.db, { actor: null, action: 'product.edit', targetType: 'product', targetId: 'p-1' })
  await forget()
  await refresh()
  expect(await valueOf('audit_unsealed')).toBe(0)
  shop.advance(4 * 60_000)
  await forget()
  await refresh()
  expect(await valueOf('audit_unsealed')).toBe(1)
  await sealEntries(shop.deps, { signal: new AbortController().signal })
  await forget()
  await refresh()
  expect(await valueOf('audit_unsealed')).toBe(0)
})

test('a stock that does not agree with its movements is shown', async () => {
  const product = await shop.make.product({ stock: 10 })
  await shop.database.pool.query('update products set stock = stock + 1 where id = $1', [product.id])
  shop.advance(60_000)
  await forget()
  expect(await refresh()).toBe(true)
  expect(await valueOf('ledger_disagreements')).toBeGreaterThan(0)
})

test('the age of the newest backup has no series until one was made', async () => {
  const renewed = async () => {
    shop.advance(60_000)
    await forget()
    expect(await refresh()).toBe(true)
    return valueOf('backup_age_seconds')
  }
  const add = (hours: number, ok: boolean) => {
    const at = new Date(shop.deps.now().getTime() - hours * 3_600_000)
    return recordOperation(shop.database.pool, { kind: 'backup', startedAt: at, finishedAt: at, ok, bytes: 1, detail: {} })
  }
  expect(await renewed()).toBeUndefined()
  await add(1, false)
  expect(await renewed()).toBeUndefined()
  await add(3, true)
  expect(await renewed()).toBeGreaterThanOrEqual(3 * 3600)
})
