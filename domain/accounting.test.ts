import { expect, test } from 'vitest'
import { DEFAULT_ACCOUNTING, datevRows, journalOf } from './accounting.ts'
import type { DocumentContent, DocumentCredit, DocumentTax } from './document.ts'
import { sumCredits } from './document-credits.ts'

const nobody = {
  name: '',
  contact: '',
  street: '',
  city: '',
  state: '',
  postalCode: '',
  country: 'DE',
  vatId: '',
  taxNumber: '',
  email: '',
  phone: '',
}

const taxOf = (reason: DocumentTax['reason'], country: string, rate: number): DocumentTax => ({
  reason,
  country,
  percent: rate * 10_000,
  text: '',
  state: '',
  shipsTaxed: true,
  collector: null,
  label: '',
  baseCents: 0,
  taxCents: 0,
})

function contentOf(tax: DocumentTax, credit: Pick<DocumentCredit, 'grossCents' | 'taxCents'>, vatId = ''): DocumentContent {
  const credits = [{ lineId: null, businessId: '', businessName: '', name: 'VAT', quantity: null, tax: 0, ...credit }]
  return {
    version: 1,
    mode: 'added',
    buyerKind: 'business',
    issuer: nobody,
    buyer: { ...nobody, vatId },
    onBehalfBy: null,
    order: { number: '', placedAt: '', shippingMethod: '', paymentMethod: '', poNumber: '', promoCode: '' },
    lines: [],
    credits,
    ...sumCredits(credits, [tax]),
    localTax: null,
    payment: null,
    refersTo: null,
    reason: '',
    registration: '',
  }
}

const noteOf = (...given: Parameters<typeof contentOf>) => ({ kind: 'credit_note' as const, content: contentOf(...given) })
const datev = (...given: Parameters<typeof contentOf>) =>
  datevRows(noteOf(...given), DEFAULT_ACCOUNTING).map((row) => [row.side, row.grossCents, row.counterAccount, row.percent, row.taxKey])

test('I7 only the standard rate of Germany is on the account that has it by itself', () => {
  const sums = { grossCents: 119_00, taxCents: 19_00 }
  const accountOf = (...tax: Parameters<typeof taxOf>) => datev(taxOf(...tax), sums)[0]?.slice(2)
  expect(accountOf('domestic', 'DE', 19)).toEqual(['8400', 190_000, ''])
  expect(accountOf('domestic', 'DE', 7)).toEqual(['8200', 70_000, '2'])
  expect(accountOf('domestic', 'DE', 16)).toEqual(['8200', 160_000, ''])
  expect(accountOf('domestic', 'IE', 23)).toEqual(['8320', 230_000, ''])
  expect(accountOf('origin_threshold', 'SE', 25)).toEqual(['8320', 250_000, ''])
  expect(accountOf('domestic', 'GB', 20)).toEqual(['8200', 200_000, ''])
})

test('I7 VAT that is credited alone moves its base to the intra-Community supply, and the books stay balanced', () => {
  const [tax, vat] = [taxOf('oss', 'DE', 19), { grossCents: 8_91, taxCents: 8_91 }]
  expect(datev(tax, vat, 'DE123456788')).toEqual([
    ['H', 55_80, '8320', 190_000, ''],
    ['S', 46_89, '8125', 0, ''],
  ])
  const entries = journalOf(noteOf(tax, vat, 'DE123456788'), 'platform', DEFAULT_ACCOUNTING)
  const balanceOf = (account: string) =>
    entries.reduce((sum, entry) => sum + (entry.account === account ? entry.debitCents - entry.creditCents : 0), 0)
  expect(['1400', '8320', '1776', '8125'].map(balanceOf)).toEqual([-8_91, 46_89, 8_91, -46_89])
  expect(entries.reduce((sum, { debitCents, creditCents }) => sum + debitCents - creditCents, 0)).toBe(0)
})

test('I7 what is credited without VAT afterwards is part of the intra-Community supply; a credit with VAT is not', () => {
  const tax = taxOf('oss', 'DE', 19)
  expect(datev(tax, { grossCents: 36_90, taxCents: 0 }, 'DE123456788')).toEqual([['H', 36_90, '8125', 0, '']])
  expect(datev(tax, { grossCents: 43_91, taxCents: 7_01 }, 'DE123456788')).toEqual([['H', 43_91, '8320', 190_000, '']])
  expect(datev(tax, { grossCents: 2, taxCents: 0 }, 'DE123456788')).toEqual([['H', 2, '8320', 190_000, '']])
})
