import { expect, test } from 'vitest'
import type { DocumentContent, DocumentKind } from './document.ts'
import { hasEInvoice, isLeitwegId } from './e-invoice.ts'

test('I4 a Leitweg-ID has a region, an optional authority and two check digits by modulo 97', () => {
  for (const good of ['04011000-1234512345-06']) expect(isLeitwegId(good), good).toBe(true)
  const wrong = [
    '',
    '04011000-1234512345-07',
    '04011000-1234512354-06',
    '4-1234512345-06',
    '04011000-1234512345',
    '04011000-12345a2345-06',
    '04011000 1234512345 06',
  ]
  for (const text of wrong) expect(isLeitwegId(text), text).toBe(false)
})

test('I4 invoices and credit notes of businesses in the European Union get an e-invoice, others do not', () => {
  const tax = { reason: 'domestic' } as DocumentContent['taxes'][number]
  const sale = (change: Partial<DocumentContent> = {}, kind: DocumentKind = 'invoice') =>
    hasEInvoice({
      kind,
      content: { mode: 'added', buyerKind: 'business', buyer: { country: 'DE' } as DocumentContent['buyer'], taxes: [tax], ...change },
    })
  expect(sale()).toBe(true)
  expect(sale({}, 'credit_note')).toBe(true)
  expect(sale({}, 'commission')).toBe(false)
  expect(sale({}, 'self_bill')).toBe(false)
  expect(sale({ buyerKind: 'consumer' })).toBe(false)
  expect(sale({ mode: 'included' })).toBe(false)
  expect(sale({ buyer: { country: 'CH' } as DocumentContent['buyer'] })).toBe(false)
  expect(sale({ taxes: [] })).toBe(false)
  expect(sale({ taxes: [{ ...tax, reason: 'us_flat' }] })).toBe(false)
})
