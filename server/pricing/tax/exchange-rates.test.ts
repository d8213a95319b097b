import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { exchangeRates } from '#server/platform/db/schema.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { importExchangeRates } from './import-exchange-rates.ts'

const XML = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<Cube><Cube time='2026-11-26'><Cube currency='USD' rate='1.1623'/><Cube currency='JPY' rate='180.5'/></Cube></Cube></gesmes:Envelope>`

let answer: { status: number; body: string }
const server = createServer((request, response) => {
  const isKnown = request.url === '/stats/eurofxref/eurofxref-daily.xml'
  response.writeHead(isKnown ? answer.status : 404).end(answer.body)
})
let base: string
let shop: TestShop
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port
  shop = await openTestShop()
})
beforeEach(async () => {
  await shop.reset()
  answer = { status: 200, body: XML }
})
afterAll(async () => {
  await shop.close()
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
})

test('T10 the reference rates of the day are added once; a rate that staff have typed stays', async () => {
  await shop.deps.db.insert(exchangeRates).values({ day: '2026-11-26', currency: 'JPY', perEur: 181, source: 'Staff' })
  expect(await importExchangeRates(shop.deps, base)).toBe('1 rate of 2026-11-26 added.')
  expect(await importExchangeRates(shop.deps, base)).toBe('Nothing new for 2026-11-26.')
  const { items } = await (await shop.signIn('application_admin')).tax.exchangeRates()
  expect(items.map(({ currency, perEur, source }) => [currency, perEur, source])).toEqual([
    ['JPY', 181, 'Staff'],
    ['USD', 1.1623, 'European Central Bank'],
  ])
})

test('T10 an answer without rates, or none, half of one or one with a rate that is none fails the job, and nothing is stored', async () => {
  for (const wrong of [
    { status: 200, body: '<html>busy</html>' },
    { status: 200, body: "<Cube time='2026-11-26'></Cube>" },
    { status: 200, body: XML.slice(0, XML.indexOf("<Cube currency='JPY'") + 20) },
    ...['0', '0.0000', 'NaN', '-1.1623', '1,1623', '', 'Infinity'].map((rate) => ({ status: 200, body: XML.replace('1.1623', rate) })),
    { status: 503, body: XML },
  ]) {
    answer = wrong
    await expect(importExchangeRates(shop.deps, base), wrong.body).rejects.toThrow('The European Central Bank answered')
  }
  expect(await shop.deps.db.$count(exchangeRates)).toBe(0)
})
