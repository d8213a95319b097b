import type { AddressInfo } from 'node:net'
import { eq, like } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sessionOf } from '#contract/identity/auth.ts'
import type { Order } from '#contract/orders/orders.ts'
import { formatMoney, toMinor } from '#domain/money.ts'
import { mailScarce } from '#server/catalog/products/mail-scarce.ts'
import { outbox, users } from '#server/platform/db/schema.ts'
import { openDiskFiles } from '#server/platform/files/disk-files.ts'
import { hashPassword } from '#server/platform/secrets/password.ts'
import { type Mailer, openMailer } from '#server/platform/vendors/mailer.ts'
import { checkOut } from '#server/testing/buyers.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { deliverDueMails } from './deliver-mails.ts'

/* Each thing that sends a mail is done through the shop's calls; the mail is read as it came out of a real mail server. */

interface ReadMail {
  to: string
  subject: string
  text: string
  html: string
}

const PASSWORD = 'a box of old boxes'
const NEW_PASSWORD = 'another box of boxes'
const received: { to: string; source: string }[] = []
const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  logger: false,
  onData: (stream, session, done) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      received.push({ to: session.envelope.rcptTo[0]?.address ?? '', source: Buffer.concat(chunks).toString() })
      done()
    })
  },
})
let mailer: Mailer
let shop: TestShop
let boss: SignedInUser
let seller: SignedInUser
let ann: SignedInUser

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo // it listens on a port
  mailer = openMailer({ smtpUrl: `smtp://127.0.0.1:${port}` }, openDiskFiles(''))
  shop = await openTestShop()
})
beforeEach(async () => {
  await shop.reset()
  received.splice(0)
  boss = await shop.signIn('super_admin', { passwordHash: await hashPassword(PASSWORD) })
  seller = await shop.signIn('business_admin', { name: 'Selma Seller', email: 'selma@test.test' })
  ann = await shop.signIn('customer', { name: 'Ann Buyer', email: 'ann@test.test' })
})
afterAll(async () => {
  mailer.close()
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  await shop.close()
})

function decode(head: string, body: string): string {
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString()
  const soft = body.replaceAll('=\r\n', '')
  if (!/quoted-printable/i.test(head)) return soft
  return Buffer.from(
    soft.replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString()
}

function read({ to, source }: (typeof received)[number]): ReadMail {
  const part = (kind: string) => {
    const found = new RegExp(`(Content-Type: text/${kind}[\\s\\S]*?)\\r\\n\\r\\n([\\s\\S]*?)\\r\\n--`).exec(source)
    return decode(found?.[1] ?? '', found?.[2] ?? '').replaceAll('\r\n', '\n')
  }
  const subject = /^Subject: (.*(?:\r\n[ \t].*)*)\r$/m.exec(source)?.[1]?.replace(/\r\n[ \t]/g, ' ') ?? ''
  return { to, subject, text: part('plain'), html: part('html') }
}

/** The mails that left since the last call. Each has both forms, and both lead to the same place of the shop. */
async function mails(): Promise<ReadMail[]> {
  received.splice(0)
  await deliverDueMails(shop.deps, mailer)
  const all = received.map(read)
  for (const { subject, text, html } of all) {
    expect(html, subject).toContain('<!doctype html>')
    expect(text.length, subject).toBeGreaterThan(80)
    const href = /<a href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
    if (href) expect(text, subject).toContain(href)
    expect(href ?? shop.deps.config.publicUrl, subject).toMatch(new RegExp(`^${shop.deps.config.publicUrl}`))
  }
  return all
}
async function mailTo(to: string, subject: RegExp): Promise<ReadMail> {
  const all = await mails()
  const found = all.find((mail) => mail.to === to && subject.test(mail.subject))
  expect(found, `${subject} among ${all.map((mail) => `${mail.to}: ${mail.subject}`).join(', ')}`).toBeDefined()
  return found ?? { to, subject: '', text: '', html: '' }
}

const tokenOf = ({ text }: ReadMail) => new URL(/https?:\/\/\S+token=\S+/.exec(text)?.[0] ?? 'http://x').searchParams.get('token') ?? ''

function expectOrder({ text, html }: ReadMail, order: Order): void {
  const say = (amount: number) => formatMoney(toMinor(amount) ?? 0, order.currency)
  for (const form of [text, html]) {
    expect(form).toContain(order.number)
    for (const { name, quantity } of order.items) expect(form).toContain(`${quantity} × ${name}`)
    expect(form).toContain(say(order.totalAmount))
    expect(form).toContain(`${shop.deps.config.publicUrl}/account/orders/${order.id}`)
  }
  expect(text).toMatch(new RegExp(`Total +${say(order.totalAmount).replaceAll(/[$.]/g, '\\$&')}\n`))
}

test('registration, confirmed address and new password: each link works, once', async () => {
  const email = 'new@test.test'
  await shop.visitor.auth.register({ body: { name: 'Nora New', email, password: PASSWORD } })
  const confirm = await mailTo(email, /^Confirm your email address$/)
  expect(confirm.text).toContain(`${shop.deps.config.publicUrl}/verify-email?token=`)
  await shop.visitor.auth.verifyEmail({ body: { token: tokenOf(confirm) } })
  await shop.visitor.auth.forgotPassword({ body: { email } })
  const isAsked = like(outbox.dedupeKey, 'reset%')
  await expect.poll(() => shop.deps.db.$count(outbox, isAsked)).toBeGreaterThan(0)
  const reset = await mailTo(email, /^Reset your password$/)
  await shop.visitor.auth.resetPassword({ body: { token: tokenOf(reset), password: NEW_PASSWORD } })
  await expect(shop.visitor.auth.resetPassword({ body: { token: tokenOf(reset), password: NEW_PASSWORD } })).rejects.toThrow()
  expect((await mailTo(email, /^Your password was changed$/)).text).toContain('Your password was changed')
  expect((await shop.visitor.auth.login({ body: { email, password: NEW_PASSWORD } }).then(sessionOf)).emailVerified).toBe(true)
})

test('an address that staff enter is asked, the old one can undo it, and super admins hear of a change of staff; each link works', async () => {
  const clerk = await shop.make.user('application_admin', { name: 'Cleo Clerk', email: 'cleo@test.test' })
  await boss.users.update({ params: { id: clerk.id }, body: { email: 'new@test.test' } })
  const all = await mails()
  const of = (to: string) => all.find((mail) => mail.to === to)
  const notified = of(boss.user.email)
  expect(notified?.subject).toBe('Staff account changed: Cleo Clerk')
  for (const words of [
    'Email: cleo@test.test → new@test.test (not confirmed yet)',
    'Suspend account',
    `/admin/users?search=${clerk.id}&edit=${clerk.id}&to=Suspended`,
  ])
    expect(notified?.text).toContain(words)
  const undo = of('cleo@test.test') ?? { to: '', subject: '', text: '', html: '' }
  expect(undo.subject).toBe('Your email address is about to change')
  expect(undo.text).toContain('The link works once, for 72 hours.')
  expect(undo.text).not.toContain('new@test.test')
  const ask = of('new@test.test') ?? undo
  expect(ask.subject).toBe('Confirm your new email address')
  expect(ask.text).toContain('Our team entered this address')
  await shop.visitor.auth.verifyEmail({ body: { token: tokenOf(ask) } })
  const changed = await mailTo('cleo@test.test', /^Your email address was changed$/)
  expect(changed.text).toContain('Undo this change')
  await shop.visitor.auth.undoEmail({ body: { token: tokenOf(changed) } })
  expect((await boss.users.list({ query: { search: clerk.id } })).items).toMatchObject([{ email: 'cleo@test.test', emailVerified: true }])
})

test('a business is emailed that its application arrived and what was decided; the invitation sets a password', async () => {
  const business = {
    name: 'Pier Boxes',
    email: 'pier@test.test',
    description: 'We cut mats.',
    businessType: 'producer',
    address: '1 Pier Road',
    city: 'Duluth',
    postalCode: '55802',
    country: 'United States',
  } as const
  await shop.visitor.applications.register({ body: business })
  expect((await mailTo('pier@test.test', /^We received your application/)).text).toMatch(/Reference +BUS-[0-9A-F]{8}/)
  const { items } = await boss.applications.listAll()
  const id = items.find(({ name }) => name === 'Pier Boxes')?.id ?? ''
  await boss.applications.setStatus({ params: { id }, body: { status: 'approved', reason: 'Welcome aboard' } })
  const invitation = await mailTo('pier@test.test', /^Pier Boxes is approved$/)
  expect(invitation.text).toMatch(/Note +Welcome aboard/)
  await shop.visitor.auth.resetPassword({ body: { token: tokenOf(invitation), password: NEW_PASSWORD } })
  const owner = await shop.visitor.auth.login({ body: { email: 'pier@test.test', password: NEW_PASSWORD } }).then(sessionOf)
  expect(owner).toMatchObject({ role: 'business_admin', businessId: id })
  await boss.applications.setStatus({ params: { id }, body: { status: 'suspended', reason: 'Papers missing' } })
  expect((await mailTo('pier@test.test', /is suspended$/)).text).toMatch(/Reason +Papers missing/)
})

test('an order is emailed from placing to delivery and refund, to its buyer and its seller, with exact amounts', async () => {
  const product = await shop.make.product({
    businessId: seller.user.businessId ?? '',
    name: 'Paper pads',
    category: 'accessories',
    priceUsdCents: 1_234_56,
    stock: 12,
  })
  await ann.cart.addItem({ body: { productId: product.id, quantity: 3 } })
  const order = await checkOut(ann)
  const placed = await mails()
  expect(placed.map(({ to }) => to).sort()).toEqual(['ann@test.test', 'selma@test.test'])
  const [toBuyer, toSeller] = ['ann@test.test', 'selma@test.test'].map((to) => placed.find((mail) => mail.to === to))
  expectOrder(toBuyer ?? read({ to: '', source: '' }), order)
  expect(toSeller?.subject).toBe(`You have a new order ${order.number}`)
  expect(toSeller?.text).toContain(`${shop.deps.config.publicUrl}/business/orders/${order.id}`)
  for (const mail of [toBuyer, toSeller]) {
    expect(mail?.text).toMatch(/3 × Paper pads +\$3,703\.68\n +\$1,234\.56 each\n/)
    expect(mail?.html).toContain('$3,703.68<br>$1,234.56 each')
  }
  expect(toSeller?.text).toMatch(/Ship to +Ann Buyer[\s\S]+City +Chicago, IL 60607/)

  const params = { id: order.id }
  await boss.orderMoney.markPaid({ params, body: { method: 'bank_transfer', reference: 'BT-77', paidAt: shop.deps.now().toISOString() } })
  const paid = await mailTo('ann@test.test', /^We received your payment for order/)
  expectOrder(paid, order)
  expect(paid.text).toContain(`We received your payment of ${formatMoney(toMinor(order.totalAmount) ?? 0, 'USD')}.`)
  expect(paid.text).toMatch(/Reference +BT-77/)
  await boss.orders.setStatus({ params, body: { status: 'shipped', carrier: 'UPS', trackingNumber: '1Z999AA10123456784' } })
  const shipped = await mailTo('ann@test.test', /has shipped$/)
  expectOrder(shipped, order)
  expect(shipped.text).toMatch(/Carrier +UPS\nTracking number +1Z999/)
  await boss.orders.setStatus({ params, body: { status: 'delivered' } })
  expectOrder(await mailTo('ann@test.test', /was delivered$/), order)
  await boss.orderMoney.refund({ params, body: { amount: 10.5, reason: 'A scratch', password: PASSWORD }, idempotencyKey: 'refund-1' })
  const refunded = await mailTo('ann@test.test', /^Your refund for order/)
  expect(refunded.text).toContain('We refunded $10.50.')
  expect(refunded.text).toMatch(/Reason +A scratch/)

  await ann.cart.addItem({ body: { productId: product.id, quantity: 9 } })
  const second = await checkOut(ann)
  await mails()
  await ann.orders.cancel({ params: { id: second.id }, body: { reason: 'Ordered twice' } })
  const cancelled = await mailTo('ann@test.test', /was canceled$/)
  expectOrder(cancelled, second)
  expect(cancelled.text).toMatch(/Reason +Ordered twice/)

  await ann.cart.addItem({ body: { productId: product.id, quantity: 5 } })
  await checkOut(ann)
  await mails()
  await mailScarce(shop.deps)
  const scarce = await mailTo('selma@test.test', /^Low stock: 1 product$/)
  expect(scarce.text).toMatch(/Paper pads +4 left/)
  expect(scarce.text).toContain(`${shop.deps.config.publicUrl}/business/dashboard?tab=low-stock`)
})

test('a seller whose payouts are put on hold and released is emailed why and until when, without a number of the account', async () => {
  const businessId = seller.user.businessId ?? ''
  await shop.deps.db
    .update(users)
    .set({ passwordHash: await hashPassword(PASSWORD) })
    .where(eq(users.id, seller.user.id))
  const account = { holder: 'Selma Ltd', iban: 'DE89 3704 0044 0532 0130 00', currentPassword: PASSWORD }
  await seller.earnings.saveAccount({ body: account })
  const changed = await mailTo('selma@test.test', /^Your payout account was changed$/)
  expect(changed.text).toMatch(/To keep your money safe, payouts are on\s+hold\s+until\s+\w+\s+\d+,\s+\d{4}\s+at\s+\d+:\d\d\s+[AP]M\s+UTC/)
  expect(changed.text).toMatch(/IBAN +DE•• •••• 3000/)
  expect(changed.text + changed.html).not.toContain('0532')
  await seller.account.changePassword({ body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } })
  const held = await mailTo('selma@test.test', /^Your payouts are on hold until \w+ \d+, \d{4} at \d+:\d\d [AP]M UTC$/)
  expect(held.text.replaceAll(/\s+/g, ' ')).toContain('because the password of an admin was changed.')
  expect(held.text).toMatch(/Changed by +Selma Seller/)
  await boss.payouts.release({ params: { id: businessId }, body: { note: 'Called Selma' } })
  const released = await mailTo('selma@test.test', /^Your payouts are no longer on hold$/)
  expect(released.text).toContain(`${shop.deps.config.publicUrl}/business/earnings`)
  expect(released.text).not.toContain('Called Selma')
})
