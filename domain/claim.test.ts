import { expect, test } from 'vitest'
import { BUYER_KINDS } from './buyer-kind.ts'
import { CLAIM_KINDS, type Claim, claimFor, needsProof, showClaim } from './claim.ts'
import { LEGAL_AREAS } from './market.ts'

const NOW = new Date('2026-03-04T12:00:00Z')
const claim = (more: Partial<Claim> = {}): Claim => ({
  wording: '500+ customers',
  source: null,
  expiresAt: null,
  useCounted: false,
  ...more,
})

test('a claim has its exact words and is illustrative until it has a source (D1)', () => {
  expect(showClaim(claim(), 3, NOW)).toEqual({ shownText: '500+ customers', isCounted: false, isIllustrative: true })
  expect(showClaim(claim({ source: '  ' }), 3, NOW).isIllustrative).toBe(true)
  expect(showClaim(claim({ source: 'Order book 2025' }), 3, NOW)).toMatchObject({ shownText: '500+ customers', isIllustrative: false })
})

test('a source that has ended counts as none', () => {
  const until = (expiresAt: string) => showClaim(claim({ source: 'Order book', expiresAt: new Date(expiresAt) }), null, NOW).isIllustrative
  expect([until('2026-03-04T12:00:01Z'), until('2026-03-04T12:00:00Z')]).toEqual([false, true])
})

test('a counted claim shows the number that the shop counts, in place of its own', () => {
  const shown = (wording: string, counted: number | null) => showClaim(claim({ wording, useCounted: true }), counted, NOW)
  expect(shown('500+ customers', 1234)).toEqual({ shownText: '1,234 customers', isCounted: true, isIllustrative: false })
  expect(shown('50+ Companies Served', 0).shownText).toBe('0 Companies Served')
  expect(shown('50+ articles', 1).shownText).toBe('1 article')
  expect(shown('50+ Companies Served', 1).shownText).toBe('1 Company Served')
  expect(shown('500+ happy customers', 1).shownText).toBe('1 happy customer')
  expect(shown('50+ articles', 21).shownText).toBe('21 articles')
  expect(shown('25+ years', null)).toEqual({ shownText: '25+ years', isCounted: false, isIllustrative: true })
})

const RULED = new Date('2026-09-27T00:00:00Z')
const readers = LEGAL_AREAS.flatMap((legal) => BUYER_KINDS.map((buyer) => ({ legal, buyer })))
const cases = readers.flatMap((reader) => CLAIM_KINDS.map((kind) => ({ ...reader, kind })))

test.each(cases)('proof of a claim about $kind for a $buyer under $legal law', ({ kind, ...reader }) => {
  const isNeeded = reader.legal === 'eu' && reader.buyer === 'consumer' && kind !== 'shop'
  expect(needsProof(kind, reader, RULED)).toBe(isNeeded)
  expect(needsProof(kind, reader, new Date(RULED.getTime() - 1))).toBe(false)
  const claim = { kind, shownText: '17 trees', marketText: '' }
  expect(claimFor({ ...claim, isIllustrative: false }, reader, RULED)).toMatchObject({ shownText: '17 trees', isWithheld: false })
  const unproven = { ...claim, isIllustrative: true }
  const words = isNeeded ? { shownText: '', isIllustrative: false } : { shownText: '17 trees', isIllustrative: true }
  expect(claimFor(unproven, reader, RULED)).toMatchObject({ ...words, isWithheld: isNeeded })
  const other = claimFor({ ...unproven, marketText: 'Trees spared' }, reader, RULED)
  expect(other.shownText).toBe(isNeeded ? 'Trees spared' : '17 trees')
})
