import { describe, expect, test } from 'vitest'
import { informConfirmBy, informDueAt, informDuties, openInformItems, type SalesDay } from './inform.ts'
import {
  checksAfter,
  EU_CHECKS,
  missingTraderFacts,
  openTraderItems,
  TRADER_CHECKS,
  type TraderChecks,
  type TraderFacts,
} from './trader.ts'

const made = { by: 'Stella Staff', at: '2026-05-01T09:00:00.000Z', how: 'Seen' }
const checksOf = (names: readonly string[]): TraderChecks => Object.fromEntries(names.map((name) => [name, made]))
const COMPLETE: TraderFacts = {
  legalName: 'Karton Kontor GmbH',
  address: 'Speicherstr. 1',
  city: 'Hamburg',
  country: 'Germany',
  email: 'hello@kontor.test',
  phone: '+49 40 1',
  selfCertifiedAt: '2026-05-01T09:00:00.000Z',
  checks: checksOf(EU_CHECKS),
}

describe('L4 open items of a trader', () => {
  test('L4 each missing fact and each check that nobody made is open', () => {
    expect(openTraderItems(COMPLETE)).toEqual([])
    const nothing = { ...COMPLETE, legalName: '', address: '', phone: null, selfCertifiedAt: null, checks: {} }
    expect(missingTraderFacts(nothing)).toEqual(['legal name', 'street address', 'phone', 'self-certification'])
    expect(openTraderItems(nothing).slice(4)).toEqual([
      'address check',
      'register check',
      'VAT ID check',
      'bank account check',
      'identity check',
    ])
    expect(openTraderItems({ ...COMPLETE, city: '' })).toEqual(['street address'])
    expect(openTraderItems({ ...COMPLETE, phone: '' })).toEqual(['phone'])
    expect(openTraderItems({ ...COMPLETE, checks: checksOf(['address', 'register', 'vatId', 'identity']) })).toEqual(['bank account check'])
  })

  test('L4 a check is void once what it was about changes', () => {
    const all = checksOf(TRADER_CHECKS)
    const left = (...changed: string[]) => TRADER_CHECKS.filter((check) => !checksAfter(all, changed)[check])
    expect(left('description', 'logo')).toEqual([])
    expect(left('city')).toEqual(['address'])
    expect(left('registerNumber')).toEqual(['register'])
    expect(left('vatId')).toEqual(['vatId'])
    expect(left('representative')).toEqual(['identity'])
    expect(left('legalName')).toEqual(['register', 'vatId', 'identity', 'taxId'])
    expect(left('email', 'phone')).toEqual(['email', 'phone'])
    expect(left('bankAccount')).toEqual(['bankAccount'])
    expect(left('taxId')).toEqual(['taxId'])
    expect(checksAfter({}, ['city'])).toEqual({})
  })
})

describe('L11 sellers with many sales in the United States', () => {
  const TODAY = '2026-11-27'
  const day = (text: string, sales: number, cents: number): SalesDay => ({ day: text, sales, cents })
  const duties = (...days: SalesDay[]) => informDuties(days, TODAY)

  test('L11 200 sales and 5,000 USD in any 12 months within 24 need checked details', () => {
    expect(duties()).toEqual({ isHigh: false, isPublic: false })
    expect(duties(day('2026-11-01', 200, 500_000))).toEqual({ isHigh: true, isPublic: false })
    expect(duties(day('2026-11-01', 199, 500_000)).isHigh).toBe(false)
    expect(duties(day('2026-11-01', 200, 499_999)).isHigh).toBe(false)
    expect(duties(day('2026-01-01', 100, 250_000), day('2026-12-01', 100, 250_000)).isHigh).toBe(false) // one is to come
    expect(duties(day('2025-11-27', 100, 250_000), day('2026-11-26', 100, 250_000)).isHigh).toBe(true)
    expect(duties(day('2025-11-27', 100, 250_000), day('2026-11-27', 100, 250_000)).isHigh).toBe(false)
    expect(duties(day('2024-12-01', 150, 300_000), day('2025-10-01', 50, 200_000)).isHigh).toBe(true)
    expect(duties(day('2024-11-27', 200, 500_000)).isHigh).toBe(false)
    expect(duties(day('2024-11-28', 200, 500_000)).isHigh).toBe(true)
  })

  test('L11 from 20,000 USD in 12 months name and contact are public', () => {
    expect(duties(day('2026-11-01', 200, 2_000_000))).toEqual({ isHigh: true, isPublic: true })
    expect(duties(day('2026-11-01', 200, 1_999_999)).isPublic).toBe(false)
    expect(duties(day('2026-11-01', 150, 3_000_000))).toEqual({ isHigh: false, isPublic: false })
  })

  test('L11 the details are checked within 10 days and confirmed every year', () => {
    expect(informDueAt(new Date('2026-11-17T06:55:00Z')).toISOString()).toBe('2026-11-27T06:55:00.000Z')
    const facts = { phone: '+1 312 555 0100', taxId: '12-3456789', checks: checksOf(['bankAccount', 'taxId', 'email', 'phone']) }
    expect(openInformItems(facts)).toEqual([])
    expect(openInformItems({ phone: null, taxId: '', checks: {} })).toEqual([
      'tax number',
      'phone',
      'bank account check',
      'tax number check',
      'email check',
      'phone check',
    ])
    expect(informConfirmBy(facts.checks, null).toISOString()).toBe('2027-05-01T09:00:00.000Z')
    expect(informConfirmBy(facts.checks, new Date('2026-11-01T00:00:00Z')).toISOString()).toBe('2027-11-01T00:00:00.000Z')
  })
})
