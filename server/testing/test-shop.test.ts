import { expect, inject, test, vi } from 'vitest'
import { openTestShop } from './test-shop.ts'

const onServers = test.runIf(inject('database').kind === 'postgres')

onServers('a closed shop serves the next test file as a new one, unless it still listens for changes', async () => {
  const first = await openTestShop()
  await first.close()
  const second = await openTestShop()
  expect(second).toBe(first)
  const { revisions } = second.database
  revisions.follow()
  await vi.waitUntil(() => revisions.state !== null, { timeout: 30_000 })
  await second.close()
  const third = await openTestShop()
  expect(third).not.toBe(second)
  expect(third.database.revisions.state).toBeNull()
  await third.close()
})
