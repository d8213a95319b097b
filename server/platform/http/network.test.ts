import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { networkOf } from './network.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ RATE_LIMIT: 'on', TRUST_PROXY: '1' })
})
afterAll(() => shop.close())

test('an IPv6 address counts for its /64 and an IPv4 address for itself, in every spelling', () => {
  const cases = [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['0000:0000:0000:0000:0000:FFFF:CB00:7107', '203.0.113.7'],
    ['::ffff:203.0.113.7%eth0', '203.0.113.7'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2'],
    ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
    ['2001::2:3:4:5:6:7', '2001:0:2:3'],
    ['::2:3:4:5:6:7:8', '0:2:3:4'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['fe80::1%2', 'fe80:0:0:0'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0'],
    ['in-process', 'in-process'],
    ['not:an:address', 'not:an:address'],
    ['1::2::3', '1::2::3'],
  ] as const
  for (const [address, network] of cases) expect(networkOf(address), address).toBe(network)
})

const calls = (count: number, method: 'GET' | 'POST', addressOf: (at: number) => string) =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const headers = { 'x-forwarded-for': addressOf(at) }
      const answer = await shop.app.inject({ method, url: method === 'GET' ? '/api/categories' : '/api/auth/logout', headers })
      return answer.statusCode
    }),
  )
const among = (statuses: number[], status: number) => statuses.filter((one) => one === status).length

test('340 addresses of one /64 are answered 300 reads and 60 writes a minute, as one; other networks are not slowed', async () => {
  const reads = await calls(340, 'GET', (at) => `2001:db8:1:2::${(at + 1).toString(16)}`)
  expect([among(reads, 200), among(reads, 429)]).toEqual([300, 40])
  const writes = await calls(70, 'POST', (at) => `2001:db8:1:2:${(at + 1).toString(16)}::1`)
  expect([among(writes, 200), among(writes, 429)]).toEqual([60, 10])
  expect(await calls(2, 'GET', (at) => `2001:db8:1:${at + 3}::1`)).toEqual([200, 200])
})

test('an IPv4 address written as IPv6 is the same network', async () => {
  const spellings = ['198.51.100.9', '::ffff:198.51.100.9', '::ffff:c633:6409']
  const writes = await calls(66, 'POST', (at) => spellings[at % 3] ?? '')
  expect([among(writes, 200), among(writes, 429)]).toEqual([60, 6])
})
