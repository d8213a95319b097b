import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, isNull } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#server/platform/db/client.ts'
import { outbox } from '#server/platform/db/schema.ts'
import { openDiskFiles } from '#server/platform/files/disk-files.ts'
import { claimDue } from '#server/platform/outbox.ts'
import { type Mailer, openMailer } from '#server/platform/vendors/mailer.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { deliverDueMails } from './deliver-mails.ts'
import { MAILS, MAX_ATTEMPTS, type Mail, queueMail } from './queued-mails.ts'
import { startDelivery } from './start-delivery.ts'

interface Received {
  to: string[]
  source: string
}

/** A real mail server in this process. `answer` may refuse a reader or take its time. */
async function openPostOffice(answer: (to: string) => Error | Promise<Error | null> | null = () => null) {
  const received: Received[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo: (address, _session, done) => {
      void Promise.resolve(answer(address.address)).then((refusal) => (refusal ? done(refusal) : done()))
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), source: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })
  server.on('error', () => {
    // a sender that hung up
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo // it listens on a port
  const mailer = openMailer({ smtpUrl: `smtp://127.0.0.1:${port}` }, openDiskFiles(''))
  opened.push(async () => {
    mailer.close()
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
  })
  return { received, mailer }
}

const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code })
const MINUTE_MS = 60_000

let shop: TestShop
const opened: (() => Promise<void>)[] = []
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(() => shop.reset())
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})
afterAll(() => shop.close())

const queue = (mail: Partial<Mail> = {}) =>
  queueMail(shop.deps.db, {
    dedupeKey: 'verify-email:1',
    template: 'verify-email',
    to: 'ann@test.test',
    facts: { name: 'Ann', link: 'https://shop.test/verify-email?token=rf_secret', minutes: 60 },
    at: shop.deps.now(),
    ...mail,
  })
const rows = () => shop.deps.db.select().from(outbox).orderBy(outbox.id)
const unsent = () => shop.deps.db.$count(outbox, isNull(outbox.sentAt))
const messageIdOf = ({ source }: Received) => /^Message-ID: (.+)\r$/im.exec(source)?.[1]

test('a queued mail leaves once, in both forms, from the company of the settings; its secret is not kept', async () => {
  const { received, mailer } = await openPostOffice()
  await queue()
  await queue() // the same key: the same mail
  expect(await deliverDueMails(shop.deps, mailer)).toBe(1)
  expect(await deliverDueMails(shop.deps, mailer)).toBe(0)
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({ to: ['ann@test.test'] })
  const source = received[0]?.source ?? ''
  for (const part of [
    /^From: Reflute <hello@reflute\.test>\r$/m,
    /^To: ann@test\.test\r$/m,
    /^Subject: Confirm your email address\r$/m,
    /^Auto-Submitted: auto-generated\r$/m,
    /text\/plain/,
    /text\/html/,
  ]) {
    expect(source).toMatch(part)
  }
  expect(source.replaceAll('=\r\n', '')).toContain('token=3Drf_secret')
  const [row] = await rows()
  expect(row).toMatchObject({ attempts: 1, lastError: null, sentAt: expect.any(Date) })
  expect(JSON.stringify(row?.payload)).not.toContain('rf_secret')
  expect(row?.payload).toMatchObject({ to: 'ann@test.test', template: 'verify-email' })
})

test('the last mail to a deleted account is forgotten once it has left', async () => {
  const { received, mailer } = await openPostOffice()
  await queue({ template: 'account-deleted', to: 'gone@example.com' })
  await deliverDueMails(shop.deps, mailer)
  expect(received).toMatchObject([{ to: ['gone@example.com'] }])
  expect(await rows()).toEqual([])
})

test('only what was committed leaves', async () => {
  const { received, mailer } = await openPostOffice()
  await inTransaction(shop.deps.db, async (tx) => {
    await queueMail(tx, { dedupeKey: 'x', template: 'password-changed', to: 'ann@test.test', facts: {}, at: shop.deps.now() })
    throw new Error('rolled back')
  }).catch(() => {})
  expect(await deliverDueMails(shop.deps, mailer)).toBe(0)
  expect(received).toEqual([])
})

test('two servers at once send each of many mails exactly once', async () => {
  const { received, mailer } = await openPostOffice()
  for (let number = 0; number < 200; number += 1) await queue({ dedupeKey: `verify-email:${number}`, to: `reader${number}@test.test` })
  await Promise.all([deliverDueMails(shop.deps, mailer), deliverDueMails(shop.deps, mailer)])
  expect(received).toHaveLength(200)
  expect(new Set(received.map(({ to }) => to[0])).size).toBe(200)
  expect(await unsent()).toBe(0)
})

test('a refused mail is tried again after growing pauses; the others leave, and after eight tries it stays with its error', async () => {
  let isOpen = false
  const { received, mailer } = await openPostOffice((to) => (to === 'full@test.test' && !isOpen ? refusal(452, 'Mailbox full') : null))
  await queue({ dedupeKey: 'a', to: 'full@test.test' })
  await queue({ dedupeKey: 'b' })
  await deliverDueMails(shop.deps, mailer)
  expect(received.map(({ to }) => to[0])).toEqual(['ann@test.test'])
  const pauses: number[] = []
  for (let tries = 1; tries < MAX_ATTEMPTS; tries += 1) {
    const [row] = await rows()
    expect(row).toMatchObject({ attempts: tries, sentAt: null })
    expect(row?.lastError).toContain('Mailbox full')
    pauses.push(Math.round(((row?.dueAt.getTime() ?? 0) - shop.deps.now().getTime()) / MINUTE_MS))
    expect(await deliverDueMails(shop.deps, mailer)).toBe(0)
    shop.advance((pauses.at(-1) ?? 0) * MINUTE_MS + 1000)
    await deliverDueMails(shop.deps, mailer)
  }
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
  expect(pauses[0]).toBe(1)
  isOpen = true
  shop.advance(24 * 60 * MINUTE_MS)
  expect(await deliverDueMails(shop.deps, mailer)).toBe(0)
  expect((await rows())[0]).toMatchObject({ attempts: MAX_ATTEMPTS, sentAt: null })
})

test('a mail that was refused once leaves the next time', async () => {
  let isOpen = false
  const { received, mailer } = await openPostOffice(() => (isOpen ? null : refusal(421, 'Come back later')))
  await queue()
  await deliverDueMails(shop.deps, mailer)
  isOpen = true
  shop.advance(MINUTE_MS + 1000)
  await deliverDueMails(shop.deps, mailer)
  expect(received).toHaveLength(1)
  expect((await rows())[0]).toMatchObject({ attempts: 2, sentAt: expect.any(Date), lastError: expect.stringContaining('Come back later') })
})

test('a mail server that cannot be reached loses nothing', async () => {
  const mailer = openMailer({ smtpUrl: 'smtp://127.0.0.1:1' }, openDiskFiles(''))
  await queue()
  await deliverDueMails(shop.deps, mailer)
  expect((await rows())[0]).toMatchObject({ attempts: 1, sentAt: null, lastError: expect.stringContaining('ECONNREFUSED') })
})

test('while a slow mail server thinks, the shop answers; when the server stops, the mail is kept for the next start', async () => {
  let release = () => {}
  const patience = new Promise<null>((resolve) => {
    release = () => resolve(null)
  })
  const { received, mailer } = await openPostOffice(() => patience)
  await queue()
  const stopped = new AbortController()
  const delivering = deliverDueMails(shop.deps, mailer, { stopped: stopped.signal })
  await expect.poll(async () => (await rows())[0]?.attempts).toBe(1)
  expect((await shop.visitor.shop.facts()).name).toBe('Reflute')
  stopped.abort()
  await delivering
  release()
  expect(received).toEqual([])
  expect((await rows())[0]).toMatchObject({ attempts: 1, sentAt: null, lastError: expect.any(String) })
})

test('after a crash between sending and noting it, the mail goes out again with the same Message-ID', async () => {
  const { received, mailer } = await openPostOffice()
  await queue()
  const dying: Mailer = {
    ...mailer,
    send: async (mail) => {
      await mailer.send(mail)
      await shop.deps.db.execute('alter table outbox add constraint crash check (sent_at is null) not valid')
    },
  }
  await expect(deliverDueMails(shop.deps, dying)).rejects.toThrow()
  await shop.deps.db.execute('alter table outbox drop constraint crash')
  expect(await deliverDueMails(shop.deps, mailer)).toBe(0) // taken, and nobody knows yet
  shop.advance(3 * MINUTE_MS)
  expect(await deliverDueMails(shop.deps, mailer)).toBe(1)
  expect(received).toHaveLength(2)
  const [first, second] = received.map(messageIdOf)
  expect(second).toBe(first)
  expect(await unsent()).toBe(0)
})

test('a claim is nobody else’s until it ends', async () => {
  await queue()
  const at = shop.deps.now()
  const claim = (from: Date) => inTransaction(shop.deps.db, (tx) => claimDue(tx, MAILS, { at: from, leaseMs: MINUTE_MS, limit: 5 }))
  expect(await claim(at)).toHaveLength(1)
  expect(await claim(new Date(at.getTime() + MINUTE_MS - 1))).toEqual([])
  expect(await claim(new Date(at.getTime() + MINUTE_MS))).toMatchObject([{ attempts: 2 }])
})

test('a name with line breaks reaches no header of the mail that leaves', async () => {
  const { received, mailer } = await openPostOffice()
  const facts = { name: 'Eve\r\nBcc: all@victims.test', email: 'eve@test.test', message: 'Hi', reference: 'C-1' }
  await queue({ template: 'contact-message', to: 'team@test.test', facts })
  await deliverDueMails(shop.deps, mailer)
  const head = received[0]?.source.split('\r\n\r\n')[0] ?? ''
  expect(received[0]?.to).toEqual(['team@test.test'])
  expect(head).not.toMatch(/^Bcc:/im)
  expect(head).toMatch(/^Reply-To: .*<eve@test\.test>\r?$/im)
})

test('the running delivery wakes soon after a mail was queued and stops cleanly', async () => {
  const { received, mailer } = await openPostOffice()
  const errors: unknown[] = []
  const delivery = startDelivery(shop.deps, mailer, (error) => errors.push(error))
  await queue()
  await expect.poll(() => received.length).toBe(1)
  await delivery.stop()
  await queue({ dedupeKey: 'late' })
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(received).toHaveLength(1)
  expect(errors).toEqual([])
})

test('mails let people go first while many wait for an answer, for 20 seconds at most', async () => {
  const { received, mailer } = await openPostOffice()
  let waiting = 6
  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  const delivery = startDelivery(shop.deps, mailer, () => {}, { waiting: () => waiting })
  opened.push(() => delivery.stop())
  await queue()
  await pause(400)
  expect(received).toHaveLength(0)
  waiting = 5
  await expect.poll(() => received.length).toBe(1)
  waiting = 600
  await queue({ dedupeKey: 'b', at: new Date(shop.deps.now().getTime() - 20_000) })
  await expect.poll(() => received.length).toBe(2)
  await queue({ dedupeKey: 'c' })
  await pause(1500)
  expect(received).toHaveLength(2)
})

test('without a mail server each mail is a file of the data folder, named by time, template and id', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mails-'))
  opened.push(() => rm(dataDir, { recursive: true }))
  const mailer = openMailer({ smtpUrl: undefined }, openDiskFiles(dataDir))
  await queue()
  await queue({ dedupeKey: 'b', template: 'order-placed', facts: { number: 'RF-1', orderId: '1' } })
  await deliverDueMails(shop.deps, mailer)
  const files = (await readdir(join(dataDir, 'mail'))).sort((a, b) => a.length - b.length)
  expect(files).toHaveLength(2)
  for (const file of files) expect(file).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-(verify-email|order-placed)-[0-9a-f]{8}\.eml$/)
  const source = await readFile(join(dataDir, 'mail', files[0] ?? ''), 'utf8')
  expect(source).toMatch(/^To: ann@test\.test\r$/m)
  expect(source).toContain('multipart/alternative')
  expect(await unsent()).toBe(0)
  await shop.deps.db.update(outbox).set({ sentAt: null, dueAt: shop.deps.now() }).where(eq(outbox.dedupeKey, 'b'))
  await deliverDueMails(shop.deps, mailer)
  expect(await readdir(join(dataDir, 'mail'))).toHaveLength(2) // a repeat takes its own place
})
