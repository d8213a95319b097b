import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { zeroResultCounts } from '#server/platform/db/schema.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { recordZeroResults } from './record-zero-results.ts'
import { indexProducts } from './search-documents.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(() => shop.reset())

const stored = async () => Object.fromEntries((await shop.deps.db.select().from(zeroResultCounts)).map(({ term, times }) => [term, times]))
const [HOME, OFFICE] = ['203.0.113.7', '198.51.100.9']

/** Opens a recorder that waits for nobody, and returns what searches with it from an address. */
function openRecorder() {
  const record = recordZeroResults(shop.deps, 0)
  return async (search: string, ip: string, actor: Parameters<typeof record>[0]['actor'] = null) => {
    const warnings: string[] = []
    record({ search, actor, request: { ip, isMadeAnew: false, log: { warn: (_facts, text) => void warnings.push(text) } } })
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(warnings).toEqual([])
  }
}

describe('a search without results is kept', () => {
  test('at once where the shop knows its words, else once it was made from two networks', async () => {
    const { id } = await shop.make.product({ name: 'Conveyor', searchText: 'conveyor' })
    await indexProducts(shop.deps.db, [id])
    const miss = openRecorder()
    await miss('conveyor under $1', HOME)
    await miss('Annabel Smithson', HOME)
    await miss('annabel smithson', '203.0.113.7')
    await expect.poll(stored).toEqual({ 'conveyor under $1': 1 })
    await miss('bubble wrap', HOME)
    await miss('bubble wrap', OFFICE)
    await expect.poll(stored).toEqual({ 'conveyor under $1': 1, 'bubble wrap': 2 })
    await openRecorder()('bubble wrap', HOME) // a server that was started since knows what is kept
    await expect.poll(stored).toEqual({ 'conveyor under $1': 1, 'bubble wrap': 3 })
  })

  test('never with an address or a long number, and never where staff searched', async () => {
    const miss = openRecorder()
    for (const ip of [HOME, OFFICE]) {
      await miss('ann@example.com', ip)
      await miss('order 123456789', ip)
      for (const number of ['555-867-5309', '0171 23 45 67', 'call me 555-867-5309', '+49 (171) 23.45/67']) await miss(number, ip)
      await miss('wrap', ip, { role: 'super_admin' })
    }
    expect(await stored()).toEqual({})
  })
})

test('words with digits are known as codes, sizes and quantities only, and a page that the server renders is no network', async () => {
  const { id } = await shop.make.product({ name: 'Mat', searchText: 'mat', sku: 'EM-77' })
  await indexProducts(shop.deps.db, [id])
  const miss = openRecorder()
  for (const search of ['4711 mat', 'agent007 mat', 'annabel smithson']) await miss(search, HOME)
  await miss('annabel smithson', 'in-process')
  await miss('mat em 77 60x40 cm 230v', HOME)
  expect(await stored()).toEqual({ 'mat em 77 60x40 cm 230v': 1 })
})

test('a list counts no search that has results elsewhere: of one type, as it was typed, or answered by the shop', async () => {
  await shop.make.product({ name: 'Mat', type: 'material', category: 'mat', searchText: 'mat' })
  const staff = await shop.signIn('application_admin')
  const answer = { title: 'Open day', text: 'Visit us.', href: '/contact' }
  await staff.synonyms.create({
    body: { language: 'en', kind: 'answer', terms: ['open day'], targets: [], answer, note: '', isActive: true },
  })
  const searches = ['search=mat&type=machine', 'search=mta&exact=true', 'search=open%20day', 'search=zzyqxw']
  for (const [at, search] of searches.entries())
    for (const network of [1, 2]) await shop.app.inject({ url: `/api/products?${search}`, remoteAddress: `203.0.${network}.${at}` })
  await shop.app.inject({ url: '/api/search?q=mta&exact=true', remoteAddress: '203.0.3.1' })
  await shop.app.inject({ url: '/api/search?q=mta&exact=true', remoteAddress: '203.0.4.1' })
  await expect.poll(stored).toEqual({ zzyqxw: 2 })
})
