import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { outbox } from '#server/platform/db/schema.ts'
import { openDiskFiles } from '#server/platform/files/disk-files.ts'
import { openMailer } from '#server/platform/vendors/mailer.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'
import { deliverDueMails } from './deliver-mails.ts'
import { MAX_ATTEMPTS, queueMail } from './queued-mails.ts'

/** Response of the server at a step: this line; 'hang up' ends the connection. */
type Reply = string
interface Script {
  ehlo?: string
  rcpt?: Reply
  data?: Reply
  /** After the whole mail has arrived. */
  end?: Reply
}

/** A mail server that speaks SMTP line by line over a socket, as its script says at this moment. */
async function openServer(script: Script) {
  const received: string[] = []
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let [waiting, isMail, mail] = ['', false, '']
    const reply = (line: Reply) => (line === 'hang up' ? socket.destroy() : socket.write(`${line}\r\n`))
    const take = (line: string) => {
      if (isMail && line !== '.') {
        mail += `${line}\r\n`
        // half of the mail is here when the line breaks
        if (script.end === 'hang up' && script.data === 'half') socket.destroy()
        return
      }
      if (isMail) {
        isMail = false
        received.push(mail)
        mail = ''
        reply(script.end ?? '250 2.0.0 Taken')
        return
      }
      const [verb = ''] = line.toUpperCase().split(' ')
      commands.push(verb)
      if (verb === 'EHLO') reply(script.ehlo ?? '250 mail.test')
      else if (verb === 'STARTTLS') reply('454 4.7.0 TLS not available')
      else if (verb === 'RCPT') reply(script.rcpt ?? '250 2.1.5 Ok')
      else if (verb === 'DATA') {
        const isOpen = script.data === undefined || script.data === 'half'
        isMail = isOpen
        reply(isOpen ? '354 Go on' : (script.data ?? ''))
      } else if (verb === 'QUIT') socket.end('221 2.0.0 Bye\r\n')
      else reply('250 2.0.0 Ok')
    }
    socket.on('error', () => {
      // the sender hung up
    })
    socket.on('data', (chunk: Buffer) => {
      waiting += chunk.toString('latin1')
      const lines = waiting.split('\r\n')
      waiting = lines.pop() ?? ''
      for (const line of lines) if (!socket.destroyed) take(line)
    })
    reply('220 mail.test ESMTP')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo // it listens on a port
  const mailer = openMailer({ smtpUrl: `smtp://127.0.0.1:${port}` }, openDiskFiles(''))
  opened.push(async () => {
    mailer.close()
    for (const socket of sockets) socket.destroy()
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
  })
  return { script, received, commands, mailer }
}

let shop: TestShop
let staff: SignedInUser
const opened: (() => Promise<void>)[] = []
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(async () => {
  await shop.reset()
  staff = await shop.signIn('application_admin')
  await queueMail(shop.deps.db, {
    dedupeKey: 'verify-email:1',
    template: 'verify-email',
    to: 'ann@test.test',
    facts: { name: 'Ann', link: 'https://shop.test/verify-email?token=rf_secret', minutes: 60 },
    at: shop.deps.now(),
  })
})
afterEach(async () => {
  for (const close of opened.splice(0)) await close()
})
afterAll(() => shop.close())

const logged = async () => (await staff.mails.list()).items[0]
const attempts = async () => (await shop.deps.db.select().from(outbox).orderBy(outbox.id))[0]?.attempts
const later = (minutes: number) => shop.advance(minutes * 60_000 + 1000)
const messageIdOf = (source: string | undefined) => /^Message-ID: (.+)\r$/im.exec(source ?? '')?.[1]

test('a mail travels over SMTP as one message in two forms, after EHLO, MAIL FROM, RCPT TO and DATA', async () => {
  const { received, commands, mailer } = await openServer({})
  await deliverDueMails(shop.deps, mailer)
  expect(commands.slice(0, 4)).toEqual(['EHLO', 'MAIL', 'RCPT', 'DATA'])
  expect(received).toHaveLength(1)
  expect(received[0]).toMatch(/multipart\/alternative[\s\S]+text\/plain[\s\S]+text\/html/)
  expect(await logged()).toMatchObject({ state: 'sent', lastError: null })
})

test('a reader whom the server does not know (550) is given up at once and stands in the log of staff, who may try again', async () => {
  const server = await openServer({ rcpt: '550 5.1.1 No such mailbox' })
  await deliverDueMails(shop.deps, server.mailer)
  expect(await logged()).toMatchObject({ state: 'failed', dueAt: null, lastError: expect.stringContaining('550 5.1.1 No such mailbox') })
  expect(await attempts()).toBe(MAX_ATTEMPTS)
  later(24 * 60)
  expect(await deliverDueMails(shop.deps, server.mailer)).toBe(0)
  await queueMail(shop.deps.db, { dedupeKey: 'x', template: 'password-changed', to: 'bob@test.test', facts: {}, at: shop.deps.now() })
  server.script.rcpt = '250 2.1.5 Ok'
  await deliverDueMails(shop.deps, server.mailer)
  expect(server.received).toHaveLength(1)
})

test('content that the server will never take (554 after DATA) is given up at once', async () => {
  const { mailer, script } = await openServer({ end: '554 5.7.1 Looks like spam' })
  await deliverDueMails(shop.deps, mailer)
  expect(await logged()).toMatchObject({ state: 'failed', lastError: expect.stringContaining('Looks like spam') })
  delete script.end
})

test('a busy server (451, 421) is asked again later and takes the mail then', async () => {
  const { mailer, script, received } = await openServer({ data: '451 4.3.0 Try again later' })
  await deliverDueMails(shop.deps, mailer)
  expect(await logged()).toMatchObject({ state: 'waiting', lastError: expect.stringContaining('Try again later') })
  expect(await deliverDueMails(shop.deps, mailer)).toBe(0)
  delete script.data
  script.rcpt = '421 4.7.0 Too many'
  later(1)
  await deliverDueMails(shop.deps, mailer)
  expect(received).toEqual([])
  delete script.rcpt
  later(5)
  await deliverDueMails(shop.deps, mailer)
  expect(received).toHaveLength(1)
  expect(await attempts()).toBe(3)
  expect(await logged()).toMatchObject({ state: 'sent' })
})

test('a server that offers TLS and then refuses it gets nothing in clear text; the mail waits', async () => {
  const { mailer, received, commands } = await openServer({ ehlo: '250-mail.test\r\n250 STARTTLS' })
  await deliverDueMails(shop.deps, mailer)
  expect(commands).toEqual(['EHLO', 'STARTTLS'])
  expect(received).toEqual([])
  expect(await logged()).toMatchObject({ state: 'waiting', lastError: expect.stringContaining('STARTTLS') })
})

test('a line that breaks in the middle of a mail loses nothing: the mail goes out again', async () => {
  const { mailer, script, received } = await openServer({ data: 'half', end: 'hang up' })
  await deliverDueMails(shop.deps, mailer)
  expect(received).toEqual([])
  expect(await logged()).toMatchObject({ state: 'waiting', lastError: expect.any(String) })
  delete script.data
  delete script.end
  later(1)
  await deliverDueMails(shop.deps, mailer)
  expect(received).toHaveLength(1)
})

test('a line that breaks after the mail but before its receipt makes it go out twice, under one Message-ID', async () => {
  const { mailer, script, received } = await openServer({ end: 'hang up' })
  await deliverDueMails(shop.deps, mailer)
  delete script.end
  later(1)
  await deliverDueMails(shop.deps, mailer)
  expect(received).toHaveLength(2)
  expect(messageIdOf(received[0])).toMatch(/^<[0-9a-f]{32}@/)
  expect(messageIdOf(received[1])).toBe(messageIdOf(received[0]))
  expect(await logged()).toMatchObject({ state: 'sent', attempts: 2 })
})
