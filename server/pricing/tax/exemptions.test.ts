import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS, endOfDay } from '#domain/time.ts'
import { auditEntries, notifications, outbox, taxExemptions, vatChecks } from '#server/platform/db/schema.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { customerForm, refusalOf } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { setTimeZone } from '#server/testing/time-zone.ts'
import { expireExemptions } from './review-exemption.ts'

const PDF = Buffer.from('%PDF-1.4\n1 0 obj << >> endobj\ntrailer << >>\n%%EOF\n')
const PASSWORD = 'a box of old boxes'

let shop: TestShop
let ann: SignedInUser
let staff: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.reset()
  ann = await shop.signIn('customer', { name: 'Ann Buyer', email: 'ann@test.test', passwordHash: await hashPassword(PASSWORD) })
  staff = await shop.signIn('application_admin', { name: 'Carla Clerk' })
})

const dayIn = (days: number) => new Date(shop.deps.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)

/** Sends the form of a certificate as a browser does. */
async function send(by: SignedInUser, fields: Record<string, string> = {}, file: Buffer | null = PDF) {
  const boundary = 'x-certificate'
  const all = { states: 'IL,WI', kind: 'resale', number: 'IL-7788', validTo: '', ...fields }
  const parts = Object.entries(all).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="certificate"\r\nContent-Type: application/pdf\r\n\r\n`
  const payload = Buffer.concat([
    ...parts,
    ...(file ? [Buffer.from(head), file, Buffer.from('\r\n')] : []),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  const headers = { authorization: `Bearer ${by.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` }
  const response = await shop.app.inject({ method: 'POST', url: '/api/account/exemptions', headers, payload })
  return {
    status: response.statusCode,
    body: response.json<{ id: string; status: string; errors?: { field: string; message: string }[] }>(),
  }
}
const fileOf = (by: SignedInUser, id: string) =>
  shop.app.inject({ url: `/api/exemptions/${id}/file`, headers: { authorization: `Bearer ${by.token}` } })
const storedFiles = async () => (await shop.deps.files.list('certificates/')).map(({ key }) => key)

test('T10 a buyer sends a certificate, staff are notified and accept it, and the buyer is emailed', async () => {
  const { status, body } = await send(ann)
  expect([status, body.status]).toEqual([201, 'waiting'])
  expect((await shop.deps.db.select().from(notifications)).filter(({ userId }) => userId === staff.user.id)).toMatchObject([
    { kind: 'certificate', path: '/admin/tax/certificates' },
  ])
  const [row] = (await staff.exemptions.list()).items
  expect(row).toMatchObject({ states: ['IL', 'WI'], number: 'IL-7788', customer: { email: 'ann@test.test' }, reviewer: null })
  const accepted = await staff.exemptions.review({ params: { id: body.id }, body: { status: 'accepted', version: 1 } })
  expect(accepted).toMatchObject({ status: 'accepted', reviewer: 'Carla Clerk', version: 2 })
  expect(await ann.exemptions.listOwn()).toMatchObject([{ status: 'accepted', reason: '' }])
  const [mail] = await shop.deps.db.select().from(outbox)
  expect(mail?.payload).toMatchObject({
    template: 'certificate-decided',
    to: 'ann@test.test',
    facts: { status: 'accepted', states: 'IL, WI', counts: 'yes' },
  })
  expect((await shop.deps.db.select().from(auditEntries).orderBy(auditEntries.id)).map(({ action }) => action)).toEqual([
    'certificate.send',
    'certificate.review',
  ])
})

test('T10 a refusal needs a reason, which the buyer reads; a decision is not made twice, but an accepted one can be refused', async () => {
  const { body } = await send(ann)
  const review = (status: 'accepted' | 'refused', reason = '', version?: number) =>
    staff.exemptions.review({ params: { id: body.id }, body: { status, reason, ...(version && { version }) } })
  expect((await refusalOf(review('refused'))).errors).toMatchObject([{ field: 'reason' }])
  await review('accepted')
  expect(await refusalOf(review('accepted'))).toMatchObject({ status: 409, detail: 'This certificate was already accepted.' })
  expect(await refusalOf(review('refused', 'Wrong state', 1))).toMatchObject({ code: 'edit_conflict', current: { version: 2 } })
  await review('refused', 'The signature is missing')
  expect(await ann.exemptions.listOwn()).toMatchObject([{ status: 'refused', reason: 'The signature is missing' }])
})

test('T10 the file is read by its owner and staff only; pictures are stored anew, and what is neither is refused', async () => {
  const pdf = await send(ann)
  const read = await fileOf(ann, pdf.body.id)
  expect([read.statusCode, read.headers['content-type'], read.rawPayload.equals(PDF)]).toEqual([200, 'application/pdf', true])
  expect(read.headers['content-disposition']).toMatch(/^attachment/)
  expect((await fileOf(staff, pdf.body.id)).statusCode).toBe(200)
  const finance = await shop.signIn('application_admin', { duties: ['finance'] })
  expect((await fileOf(finance, pdf.body.id)).statusCode).toBe(404)
  for (const role of ['customer', 'business_admin'] as const)
    expect((await fileOf(await shop.signIn(role), pdf.body.id)).statusCode).toBe(404)
  expect((await shop.app.inject({ url: `/api/exemptions/${pdf.body.id}/file` })).statusCode).toBe(401)
  const picture = await sharp({ create: { width: 40, height: 60, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer()
  const drawn = await send(ann, {}, picture)
  expect((await fileOf(ann, drawn.body.id)).headers['content-type']).toBe('image/webp')
  const before = await storedFiles()
  const wrong = await send(ann, {}, readFileSync(join(import.meta.dirname, 'exemptions.test.ts')))
  expect(wrong.body.errors).toEqual([{ field: 'file', message: "This file can't be read. Choose a PDF, JPEG, PNG or WebP file." }])
  expect(await storedFiles()).toEqual(before)
})

test('T10 what is missing or wrong is said at its field', async () => {
  const errorOf = async (fields: Record<string, string>, file: Buffer | null = PDF) => (await send(ann, fields, file)).body.errors?.[0]
  expect(await errorOf({ states: '' })).toMatchObject({ field: 'states', message: 'Please choose at least one state.' })
  expect(await errorOf({ states: 'IL,BY' })).toMatchObject({ field: 'states', message: 'Please choose a state of the United States.' })
  expect(await errorOf({ number: ' ' })).toMatchObject({ field: 'number' })
  expect(await errorOf({ validTo: '2020-01-01' })).toMatchObject({ field: 'validTo', message: 'This certificate has expired.' })
  expect(await errorOf({ validTo: 'soon' })).toMatchObject({ field: 'validTo' })
  expect(await errorOf({ kind: 'friend' })).toMatchObject({ field: 'kind' })
  expect(await errorOf({}, null)).toMatchObject({ field: 'file', message: 'Please choose a file' })
  expect((await send(ann, {}, Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024)]))).status).toBe(413)
  expect(await shop.deps.db.$count(taxExemptions)).toBe(0)
  expect((await refusalOf(ann.exemptions.list())).status).toBe(403)
})

test('T10 a buyer is reminded 30 days before a certificate expires, once; afterwards it is expired', async () => {
  const { body } = await send(ann, { validTo: dayIn(40) })
  await staff.exemptions.review({ params: { id: body.id }, body: { status: 'accepted' } })
  expect(await expireExemptions(shop.deps)).toBe('Nothing was due.')
  shop.advance(11 * DAY_MS)
  expect(await expireExemptions(shop.deps)).toBe('0 certificates expired, 1 reminder sent.')
  expect(await expireExemptions(shop.deps)).toBe('Nothing was due.')
  const mails = await shop.deps.db.select().from(outbox)
  expect(mails.filter(({ payload }) => (payload as { template: string }).template === 'certificate-expires')).toHaveLength(1)
  shop.advance(30 * DAY_MS)
  expect(await expireExemptions(shop.deps)).toBe('1 certificate expired, 0 reminders sent.')
  expect(await ann.exemptions.listOwn()).toMatchObject([{ status: 'expired' }])
})

test.each([
  ['Pacific/Auckland', '2037-09-27'],
  ['America/Los_Angeles', '2037-03-08'],
  ['Europe/Berlin', '2037-10-25'],
])('T10 the last day of a certificate, %s %s, ends at the midnight of the shop', async (timeZone, day) => {
  await setTimeZone(shop, timeZone)
  const goTo = async (at: number) => {
    shop.advance(at - shop.deps.now().getTime())
    ann = await shop.signIn('customer')
    staff = await shop.signIn('application_admin')
  }
  const end = endOfDay(day, timeZone).getTime()
  await goTo(end - 60_000)
  const { status, body } = await send(ann, { validTo: day })
  expect(status).toBe(201)
  await staff.exemptions.review({ params: { id: body.id }, body: { status: 'accepted' } })
  expect(await expireExemptions(shop.deps)).toBe('0 certificates expired, 1 reminder sent.')
  await goTo(end + 60_000)
  expect((await send(ann, { validTo: day })).body.errors).toMatchObject([{ field: 'validTo', message: 'This certificate has expired.' }])
  expect(await expireExemptions(shop.deps)).toBe('1 certificate expired, 0 reminders sent.')
})

test('T10 the export has certificates and VAT ids; an erased account leaves neither, nor a file', async () => {
  const others = await storedFiles()
  await send(ann)
  await ann.addresses.add({ body: { ...customerForm, vatId: 'DE111111117' } })
  await ann.addresses.add({ body: { ...customerForm, vatId: 'IE1234567T' } })
  const bob = await shop.signIn('customer')
  await bob.addresses.add({ body: { ...customerForm, vatId: 'IE1234567T' } })
  for (const vatId of ['DE111111117', 'IE1234567T']) {
    await shop.deps.db.insert(vatChecks).values({ vatId, status: 'valid', source: 'vies', name: 'ANN LTD', checkedAt: shop.deps.now() })
  }
  const password = { body: { currentPassword: PASSWORD } }
  const exported = await ann.account.exportAll(password)
  expect(exported).toMatchObject({
    certificates: [{ number: 'IL-7788', states: ['IL', 'WI'], status: 'waiting' }],
    vatIds: [{ vatId: 'DE111111117', status: 'valid', name: 'ANN LTD' }, { vatId: 'IE1234567T' }],
  })
  expect(JSON.stringify(exported)).not.toContain('certificates/')
  expect(await storedFiles()).toHaveLength(others.length + 1)
  await ann.account.remove(password)
  expect(await shop.deps.db.$count(taxExemptions)).toBe(0)
  expect(await storedFiles()).toEqual(others) // at once, not with the cleanup
  expect((await shop.deps.db.select().from(vatChecks)).map(({ vatId }) => vatId)).toEqual(['IE1234567T'])
  expect(await shop.deps.db.select().from(vatChecks).where(eq(vatChecks.vatId, 'IE1234567T'))).toHaveLength(1)
})

test('T10 an account that has not confirmed its address has five certificates, also of eight at once; a confirmed one may go on', async () => {
  const ben = await shop.signIn('customer', { emailVerifiedAt: null })
  const others = await storedFiles()
  const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => send(ben, { number: `IL-${at}` })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 201, 201, 409, 409, 409])
  expect(await storedFiles()).toHaveLength(others.length + 5)
  expect((await send(ben)).body).toMatchObject({
    code: 'too_many_certificates',
    detail: 'Confirm your email address to send more than 5 certificates.',
  })
  for (let count = 0; count < 6; count += 1) expect((await send(ann)).status).toBe(201)
  await staff.users.remove({ params: { id: ben.user.id } })
  expect(await storedFiles()).toHaveLength(others.length + 6)
})
