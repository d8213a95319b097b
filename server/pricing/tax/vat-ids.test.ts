import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { auditEntries, taxRegistrations, vatChecks } from '#server/platform/db/schema.ts'
import { customerForm, refusalOf } from '#server/testing/buyers.ts'
import { type FakeVies, openFakeVies, say } from '#server/testing/fake-vies.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { hasDueCheck, verifyDueVatIds } from './verify-vat-id.ts'

let vies: FakeVies
let shop: TestShop
let ann: SignedInUser
beforeAll(async () => {
  vies = await openFakeVies()
  shop = await openTestShop({ VIES: 'on', VIES_API_BASE: vies.base })
})
afterAll(async () => {
  await shop.close()
  await vies.close()
})
beforeEach(async () => {
  await shop.reset()
  vies.reset()
  ann = await shop.signIn('customer', { name: 'Ann Buyer' })
})

const check = (vatId = 'DE111111117', by = ann) => by.vatIds.check({ body: { vatId } })
const stored = async (vatId = 'DE111111117') => (await shop.deps.db.select().from(vatChecks).where(eq(vatChecks.vatId, vatId)))[0]

test('T5 a valid VAT id is asked about once, with the number of the platform, and its name is shown', async () => {
  await shop.deps.db.insert(taxRegistrations).values({ country: 'IE', scheme: 'domestic', number: 'IE1234567T', validFrom: '2026-01-01' })
  expect(await check('de 111.111-117')).toMatchObject({ vatId: 'DE111111117', status: 'valid', name: 'KARTONHAUS GMBH' })
  expect(vies.asked).toEqual([{ countryCode: 'DE', vatNumber: '111111117', requesterMemberStateCode: 'IE', requesterNumber: '1234567T' }])
  expect(await stored()).toMatchObject({
    consultation: 'WAPIAAAAX1',
    address: 'Hauptstrasse 1, 10115 Berlin',
    source: 'vies',
    nextCheckAt: null,
  })
  expect((await check()).status).toBe('valid')
  expect(vies.asked).toHaveLength(1)
  shop.advance(7 * DAY_MS + MINUTE_MS)
  await check()
  expect(vies.asked).toHaveLength(2)
})

test('T5 an impossible VAT id is refused at its field, and nobody is asked', async () => {
  expect(await refusalOf(check('DE123456789'))).toMatchObject({
    status: 422,
    errors: [{ field: 'vatId', message: "This isn't a valid VAT ID. Check the country prefix and the digits." }],
  })
  expect(vies.asked).toEqual([])
  expect((await refusalOf(shop.visitor.vatIds.check({ body: { vatId: 'DE111111117' } }))).status).toBe(401)
})

test('T5 what VIES says clearly is invalid is invalid; anything else is unavailable', async () => {
  vies.behave((response) => say(response, { valid: false, userError: 'INVALID', name: '---' }))
  expect(await check()).toMatchObject({ status: 'invalid', name: '' })
  const wrong: [unknown, number?][] = [
    [{ valid: false, userError: 'MS_UNAVAILABLE' }],
    [{ actionSucceed: false, errorWrappers: [{ error: 'SERVICE_UNAVAILABLE' }] }],
    ['<html>busy</html>'],
    [{ valid: 'true' }],
    [{ valid: true, countryCode: 'DE', vatNumber: '999999999' }], // about somebody else
    [{ valid: false, userError: 'INVALID', countryCode: 'FR', vatNumber: '111111117' }],
    [{}, 500],
  ]
  for (const [body, status] of wrong) {
    await shop.reset()
    ann = await shop.signIn('customer')
    vies.behave((response) => say(response, body, status))
    expect((await check()).status, JSON.stringify(body)).toBe('unavailable')
    expect((await stored())?.nextCheckAt, JSON.stringify(body)).not.toBeNull()
  }
})

test('T5 a VIES that does not answer is waited for less than four seconds, is pending, and the job has its answer', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout')
  vies.behave(() => {})
  expect(await check()).toMatchObject({ status: 'pending' })
  expect(limits.mock.calls.flat().filter((milliseconds) => milliseconds < 4000)).toHaveLength(1)
  limits.mockRestore()
  vies.behave((response) => say(response, { valid: true, userError: 'VALID', name: 'LATE LTD' }))
  expect(await hasDueCheck(shop.deps)).toBe(false)
  shop.advance(MINUTE_MS + 1000)
  expect(await hasDueCheck(shop.deps)).toBe(true)
  expect(await verifyDueVatIds(shop.deps)).toBe('1 valid, 0 invalid, 0 unanswered.')
  expect(await check()).toMatchObject({ status: 'valid', name: 'LATE LTD' })
})

test('T5 a VIES that is down is asked again by the schedule, for seven days', async () => {
  vies.behave((response) => response.destroy())
  await check()
  let waited = 0
  for (const minutes of [1, 5, 30, 120, 360]) {
    shop.advance(minutes * MINUTE_MS - 30_000)
    expect(await hasDueCheck(shop.deps), `before ${minutes} minutes`).toBe(false)
    shop.advance(31_000)
    expect(await verifyDueVatIds(shop.deps), `after ${minutes} minutes`).toBe('0 valid, 0 invalid, 1 unanswered.')
    waited += minutes * MINUTE_MS
  }
  while (await hasDueCheck(shop.deps).then((isDue) => isDue || waited < 8 * DAY_MS)) {
    shop.advance(6 * HOUR_MS + 1000)
    waited += 6 * HOUR_MS
    if (await hasDueCheck(shop.deps)) await verifyDueVatIds(shop.deps)
  }
  expect(await stored()).toMatchObject({ status: 'unavailable', nextCheckAt: null })
})

test('T5 an outage does not take a valid answer away while it counts', async () => {
  await check()
  vies.behave((response) => response.destroy())
  await shop.deps.db.update(vatChecks).set({ nextCheckAt: new Date() })
  shop.advance(MINUTE_MS)
  await verifyDueVatIds(shop.deps)
  expect(await stored()).toMatchObject({ status: 'valid', name: 'KARTONHAUS GMBH', attempts: 1 })
})

test('T5 without VIES a VAT id is unavailable until staff confirm it with a note; it counts for seven days', async () => {
  vies.behave((response) => response.destroy())
  await check()
  const staff = await shop.signIn('application_admin', { name: 'Carla Clerk' })
  const [row] = (await staff.vatIds.list({ query: { status: 'unavailable' } })).items
  expect(row).toMatchObject({ vatId: 'DE111111117', country: 'DE', counts: false })
  const id = row?.id ?? ''
  expect((await refusalOf(staff.vatIds.confirm({ params: { id }, body: { note: ' ' } }))).errors).toMatchObject([{ field: 'note' }])
  expect((await refusalOf(ann.vatIds.confirm({ params: { id }, body: { note: 'mine' } }))).status).toBe(403)
  const body = { note: 'Letter of the tax office of 2026-11-20', version: row?.version ?? 0 }
  expect(await staff.vatIds.confirm({ params: { id }, body })).toMatchObject({
    status: 'valid',
    source: 'staff',
    counts: true,
    confirmedBy: 'Carla Clerk',
    nextCheckAt: null,
  })
  expect(await refusalOf(staff.vatIds.confirm({ params: { id }, body }))).toMatchObject({
    code: 'edit_conflict',
    current: { source: 'staff' },
  })
  expect((await check()).status).toBe('valid')
  const [entry] = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.action, 'vat-id.confirm'))
  expect(entry).toMatchObject({ actorName: 'Carla Clerk', after: { vatId: 'DE111111117', note: body.note } })
  shop.advance(7 * DAY_MS + MINUTE_MS)
  expect((await staff.vatIds.list()).items[0]?.counts).toBe(false)
})

test('T5 countries that VIES does not know are not asked about', async () => {
  expect((await check('GB980780684')).status).toBe('unavailable')
  expect(vies.asked).toEqual([])
  expect((await check('XI980780684')).status).toBe('valid')
})

test('T5 a user sees the VAT ids of their own addresses with their checks, and nobody else does', async () => {
  for (const vatId of ['DE111111117', 'DE111111117', 'IE1234567T']) {
    await ann.addresses.add({ body: { ...customerForm, vatId } })
  }
  await check()
  expect(await ann.vatIds.listOwn()).toMatchObject([
    { vatId: 'DE111111117', status: 'valid', counts: true, addresses: 2 },
    { vatId: 'IE1234567T', status: 'unavailable', checkedAt: null, counts: false, addresses: 1 },
  ])
  expect(await (await shop.signIn('customer')).vatIds.listOwn()).toEqual([])
})

test('T5 a user checks 10 VAT ids a minute', async () => {
  const limited = await openTestShop({ RATE_LIMIT: 'on', VIES: 'off' })
  const bob = await limited.signIn('customer')
  for (let at = 0; at < 10; at++) expect((await bob.vatIds.check({ body: { vatId: 'DE111111117' } })).status).toBe('unavailable')
  expect(await refusalOf(bob.vatIds.check({ body: { vatId: 'DE111111117' } }))).toMatchObject({ status: 429 })
  await limited.close()
})
