import { expect, test } from 'vitest'
import { isSameVatId, isVatCheckGood, nextVatCheck, normalizeVatId, VAT_CHECK_MS, vatIdCountry } from './vat-id.ts'

test.each([
  ['de 111.111-117', 'DE111111117', 'DE'],
  ['GR094259216', 'EL094259216', 'GR'],
  ['el 094259216', 'EL094259216', 'GR'],
  ['CHE-116.281.710 MWST', 'CHE116281710MWST', 'CH'],
  ['xi 980780684', 'XI980780684', 'XI'],
  ['GREEN', 'GREEN', 'GR'],
  ['BE776091951', 'BE0776091951', 'BE'],
  ['BE 0776.091.951', 'BE0776091951', 'BE'],
  ['be 1776 091 951', 'BE1776091951', 'BE'],
  ['DE/123456788', 'DE123456788', 'DE'],
  ['DE:123_456*788', 'DE123456*788', 'DE'],
  ['ＤＥ123456788', 'DE123456788', 'DE'],
])('T5 %j is stored as %s', (typed, stored, country) => {
  expect(normalizeVatId(typed)).toBe(stored)
  expect(vatIdCountry(stored)).toBe(country)
})

const NOW = new Date('2026-11-27T12:00:00Z')
const ago = (ms: number) => new Date(NOW.getTime() - ms)

test('T5 a valid answer counts for seven days, others never', () => {
  expect(isVatCheckGood({ status: 'valid', checkedAt: ago(VAT_CHECK_MS) }, NOW)).toBe(true)
  expect(isVatCheckGood({ status: 'valid', checkedAt: ago(VAT_CHECK_MS + 1) }, NOW)).toBe(false)
  expect(isVatCheckGood({ status: 'invalid', checkedAt: NOW }, NOW)).toBe(false)
  expect(isVatCheckGood({ status: 'unavailable', checkedAt: NOW }, NOW)).toBe(false)
  expect(isVatCheckGood(null, NOW)).toBe(false)
})

test('T5 VIES is asked again after 1, 5 and 30 minutes, 2 hours, then every 6 hours for 7 days', () => {
  let at = new Date('2026-11-20T00:00:00Z')
  const first = at
  const minutes: number[] = []
  for (let attempts = 1; ; attempts++) {
    const next = nextVatCheck(first, attempts, at)
    if (!next) break
    minutes.push((next.getTime() - at.getTime()) / 60_000)
    at = next
  }
  expect(minutes.slice(0, 6)).toEqual([1, 5, 30, 120, 360, 360])
  expect(new Set(minutes.slice(4))).toEqual(new Set([360]))
  expect(at.getTime() - first.getTime()).toBeLessThanOrEqual(VAT_CHECK_MS)
  expect(at.getTime() - first.getTime()).toBeGreaterThan(VAT_CHECK_MS - 6 * 3_600_000)
})

test.each([
  ['DE123456788', 'de 123 456 788', true],
  ['GB980780684', 'XI980780684', true],
  ['EL094259216', 'GR094259216', true],
  ['BE776091951', 'BE0776091951', true],
  ['CHE-116.281.710 MWST', 'CHE116281710', true],
  ['CHE116281710TVA', 'CHE116281710IVA', true],
  ['CHE-116.281.710 MWST/TVA/IVA', 'CHE116281710', true],
  ['CHE-116.281.710 TVA/IVA', 'CHE-116.281.710 MwSt', true],
  ['che 116 281 710 (mwst)', 'CHE116281710', true],
  ['NO974760673MVA', 'NO974760673', true],
  ['NO 974 760 673 mva', 'NO974760673', true],
  ['GB980780684001', 'GB980780684', true],
  ['GB 980 7806 84 002', 'GB980780684001', true],
  ['XI980780684001', 'GB980780684', true],
  ['NL004495445B02', 'NL004495445B01', true],
  ['NL.004495445.B.01', 'nl004495445b01', true],
  ['SE556188840402', 'SE556188840401', true],
  ['GB980780684', 'GB980780685001', false],
  ['SE556188840401', 'SE556188840501', false],
  ['NL004495445B01', 'NL004495446B01', false],
  ['CHE116281710MWST', 'CHE116281711MWST', false],
  ['CHE116281710X', 'CHE116281710', false],
  ['DE123456788', 'DE136695976', false],
  ['GB123456788', 'DE123456788', false],
  ['IE1234567T', 'IE1234567TW', false],
])('3.3 %s and %s are of one business: %s', (one, other, isSame) => {
  expect(isSameVatId(one, other)).toBe(isSame)
})
