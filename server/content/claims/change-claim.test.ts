import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CLAIMS } from '#content/claims.ts'
import type { ClaimBody } from '#contract/content/claims.ts'
import { CLAIM_COUNTERS } from '#domain/claim.ts'
import { auditEntries } from '#server/platform/db/schema.ts'
import { seedReference } from '#server/seed/seed-reference.ts'
import { refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let staff: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(async () => {
  await shop.reset()
  staff = await shop.signIn('application_admin')
})
afterAll(() => shop.close())

const change = (id: string, body: ClaimBody) => staff.claims.update({ params: { id }, body })
const shown = async (id: string) => (await shop.visitor.claims.list()).items.find((claim) => claim.id === id)

test('a source that staff give takes the mark away at the next reading, its end or its loss brings it back', async () => {
  const saved = await change('trees', {
    source: 'Life-cycle study 2025',
    sourceUrl: 'https://study.example/a',
    expiresAt: '2099-12-31',
    version: 1,
  })
  expect(saved).toMatchObject({ isIllustrative: false, expiresAt: '2099-12-31T23:59:59.999Z', version: 2 })
  expect(await shown('trees')).toMatchObject({
    source: 'Life-cycle study 2025',
    sourceUrl: 'https://study.example/a',
    isIllustrative: false,
  })
  expect(await change('trees', { wording: '18 trees', scope: 'Per ton' })).toMatchObject({
    shownText: '18 trees',
    source: 'Life-cycle study 2025',
  })
  await change('trees', { expiresAt: '2020-01-01' })
  expect(await shown('trees')).toMatchObject({ shownText: '18 trees', isIllustrative: true })
  await change('trees', { expiresAt: '', source: ' ' })
  expect(await shown('trees')).toMatchObject({ expiresAt: null, source: null, isIllustrative: true })
  await seedReference(shop.deps)
  expect(await shown('trees')).toMatchObject({ shownText: '18 trees' })
  const entries = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.targetId, 'trees')).orderBy(auditEntries.id)
  expect(entries[1]).toMatchObject({
    action: 'claim.edit',
    actorId: staff.user.id,
    before: { wording: '17 trees' },
    after: { wording: '18 trees', scope: 'Per ton' },
  })
})

test('an address of a source is one of the web, words are needed, and what cannot be counted is not', async () => {
  for (const sourceUrl of ['javascript:alert(1)', 'ftp://a.example', 'study', 'https://', '//a.example']) {
    expect(await refusalOf(change('trees', { sourceUrl }))).toMatchObject({ status: 422, errors: [{ field: 'sourceUrl' }] })
  }
  expect(await refusalOf(change('trees', { wording: ' ' }))).toMatchObject({ status: 422, errors: [{ field: 'wording' }] })
  for (const expiresAt of ['soon', '2026-02-31', '2026-02-31T12:00:00Z']) {
    expect(await refusalOf(change('trees', { expiresAt })), expiresAt).toMatchObject({ status: 422, errors: [{ field: 'expiresAt' }] })
  }
  expect(await refusalOf(change('trees', { useCounted: true }))).toMatchObject({ status: 422, errors: [{ field: 'useCounted' }] })
  expect(await refusalOf(change('articles', { useCounted: true, wording: 'Many' }))).toMatchObject({ errors: [{ field: 'wording' }] })
  expect(await change('articles', { useCounted: true })).toMatchObject({ shownText: '0 articles', isCounted: true, isIllustrative: false })
  expect(await shown('articles')).toMatchObject({ shownText: '0 articles' })
  await expect(change('nothing', { wording: 'X' })).rejects.toMatchObject({ status: 404 })
})

test('F7.2.12 staff switch every figure that the shop counts to its count, and back to its words', async () => {
  for (let count = 0; count < 2; count += 1) {
    await shop.signIn('customer')
    await shop.make.business()
  }
  const counted = (await staff.claims.listOwn()).items.filter(({ counter }) => counter !== null)
  expect(new Set(counted.map(({ counter }) => counter))).toEqual(new Set(CLAIM_COUNTERS))
  expect(counted).toHaveLength(CLAIM_COUNTERS.length)
  for (const { id, wording, countedValue } of counted) {
    await change(id, { useCounted: true })
    expect(await shown(id)).toMatchObject({ shownText: wording.replace(/^[\d,+]+/, String(countedValue)), isIllustrative: false })
    await change(id, { useCounted: false })
    expect(await shown(id)).toMatchObject({ shownText: wording, isIllustrative: true })
  }
})

test('words for the market where a claim needs proof are kept beside its own', async () => {
  expect(await shown('trees')).toMatchObject({ kind: 'environment', marketText: '' })
  await change('trees', { marketText: 'Fewer trees felled for paper' })
  expect(await shown('trees')).toMatchObject({ shownText: '17 trees', marketText: 'Fewer trees felled for paper' })
  expect(await refusalOf(change('trees', { marketText: 'x'.repeat(121) }))).toMatchObject({ errors: [{ field: 'marketText' }] })
})

test('staff filter the claims without proof, as the dashboard counts them', async () => {
  const unproven = async () => (await staff.claims.listOwn({ query: { illustrative: 'true', limit: '1' } })).total
  expect(await unproven()).toBe(CLAIMS.length)
  await change('trees', { source: 'Life-cycle study 2025' })
  await change('articles', { useCounted: true })
  expect(await unproven()).toBe(CLAIMS.length - 2)
  await change('trees', { expiresAt: '2020-01-01' })
  expect(await unproven()).toBe(CLAIMS.length - 1)
})

test('an older version is refused with the present claim', async () => {
  await change('trees', { wording: '18 trees', version: 1 })
  expect(await refusalOf(change('trees', { wording: '19 trees', version: 1 }))).toMatchObject({
    status: 409,
    code: 'edit_conflict',
    current: { id: 'trees', wording: '18 trees', version: 2 },
  })
})

test('the register is for staff, searched and sorted; the public list shows nothing of how it is kept', async () => {
  const { items, total } = await staff.claims.listOwn()
  expect([items.map(({ id }) => id), total]).toEqual([CLAIMS.map(({ id }) => id), CLAIMS.length])
  expect((await staff.claims.listOwn({ query: { search: 'TREES' } })).items.map(({ id }) => id)).toEqual(['trees'])
  expect((await staff.claims.listOwn({ query: { sort: '-wording', limit: '1' } })).items[0]?.wording).toBe('ROI in 6-12 Months')
  await change('trees', { source: 'A study' })
  expect((await staff.claims.listOwn({ query: { illustrative: 'false' } })).items.map(({ id }) => id)).toEqual(['trees'])
  const trees = await shown('trees')
  expect(trees).not.toHaveProperty('version')
  for (const role of ['customer', 'business_admin'] as const) {
    const other = await shop.signIn(role)
    await expect(other.claims.listOwn()).rejects.toMatchObject({ status: 403 })
    await expect(other.claims.update({ params: { id: 'trees' }, body: { wording: 'X' } })).rejects.toMatchObject({ status: 403 })
  }
  await expect(shop.visitor.claims.listOwn()).rejects.toMatchObject({ status: 401 })
  const file = await shop.app.inject({ url: '/api/admin/claims/export?search=trees', headers: { authorization: `Bearer ${staff.token}` } })
  expect(file.body.trim().split('\r\n')).toHaveLength(2)
})
