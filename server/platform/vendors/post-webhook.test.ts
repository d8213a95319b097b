import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type NameServer, openNameServer } from '#server/testing/name-server.ts'
import { hasOpenssl, makeCertificate } from '#server/testing/tls-proxy.ts'
import { openReceiver, type WebhookReceiver } from '#server/testing/webhook-receiver.ts'
import { postWebhook } from './post-webhook.ts'
import { type HostRule, isReachableAddress, OPENED_HOSTS, PUBLIC_HOSTS } from './public-address.ts'

let receiver: WebhookReceiver
let names: NameServer
beforeAll(async () => {
  receiver = await openReceiver()
})
beforeEach(async () => {
  receiver.received.length = 0
  names = await openNameServer()
})
afterEach(() => {
  names.close()
  vi.restoreAllMocks()
})
afterAll(() => receiver.close())

/** Public hosts, and this machine. */
const LOCAL: HostRule = { ...PUBLIC_HOSTS, allows: (address: string) => address === '127.0.0.1' }
const post = (url = receiver.url, hosts = LOCAL) => postWebhook({ url: new URL(url), headers: { 'x-own': '1' }, body: '{"a":1}', hosts })
const PRIVATE = { problem: 'The address leads to a private network.' }

/** Makes the limit of an attempt end when the receiver has done this. */
function endWith(begin: (response: ServerResponse) => void): void {
  const limit = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  receiver.answer((response) => {
    begin(response)
    limit.abort(new DOMException('', 'TimeoutError'))
  })
}

test('a message is posted with its headers, and the answer is read', async () => {
  receiver.answer((response) => void response.writeHead(202, { 'retry-after': '7' }).end('thanks'))
  expect(await post()).toEqual({ status: 202, text: 'thanks', retryAfter: '7' })
  expect(receiver.received).toMatchObject([{ path: '/hook', body: '{"a":1}', headers: { 'x-own': '1' } }])
})

test('a redirect is an answer, and is not followed', async () => {
  receiver.answer((response) => void response.writeHead(307, { location: `${receiver.url}/inside` }).end())
  expect(await post()).toMatchObject({ status: 307 })
  expect(receiver.received).toHaveLength(1)
})

test('a receiver that never answers is left when the time is over', async () => {
  endWith(() => {})
  expect(await post()).toEqual({ problem: 'There was no answer within 15 seconds.' })
})

test('one whose answer trickles is left when the time is over', async () => {
  endWith((response) => response.writeHead(200).write('slow'))
  expect(await post()).toEqual({ problem: 'There was no answer within 15 seconds.' })
})

test('of 1 GB little is read, and the connection is closed', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  let written = 0
  receiver.answer((response) => {
    const block = Buffer.alloc(64 * 1024, 'x')
    response.writeHead(200, { 'content-length': String(1024 ** 3) })
    const write = () => {
      while (!response.destroyed && written < 1024 ** 3) {
        written += block.length
        if (!response.write(block)) break
      }
    }
    response.on('drain', write).on('close', resolve)
    write()
  })
  const answer = await post()
  await closed
  expect(answer).toMatchObject({ status: 200 })
  expect('text' in answer && answer.text.length).toBeLessThanOrEqual(4096)
  expect(written).toBeLessThan(64 * 1024 ** 2)
})

test.runIf(hasOpenssl())('a certificate that nobody trusts is refused, and the host is named in the handshake', async () => {
  const { key, cert } = makeCertificate()
  const { promise: name, resolve } = Promise.withResolvers<string>()
  const server = createServer({ key, cert, SNICallback: (asked, done) => (resolve(asked), done(null)) }, () => {}).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  server.on('tlsClientError', () => {})
  names.answer(() => ['127.0.0.1'])
  const { port } = server.address() as AddressInfo
  expect(await post(`https://shop.example:${port}/`)).toEqual({
    problem: expect.stringMatching(/^Its TLS certificate is not trusted: \w+\.$/),
  })
  expect(await name).toBe('shop.example')
  server.close()
})

test('a name is looked up once: the address that was checked is the one that is connected to', async () => {
  receiver.answer((response) => void response.writeHead(204).end())
  names.answer(() => (names.asked.length <= 2 ? ['127.0.0.1'] : ['169.254.169.254'])) // once for each family
  const checked: string[] = []
  const { port } = new URL(receiver.url)
  const allows = (address: string) => (checked.push(address), LOCAL.allows(address))
  expect(await post(`http://rebinds.example:${port}/`, { ...LOCAL, allows })).toMatchObject({ status: 204 })
  expect([names.asked, checked]).toEqual([['rebinds.example', 'rebinds.example'], ['127.0.0.1']])
})

test.each([
  ['two of one family', ['93.184.216.34', '10.0.0.1']],
  ['one of each family', ['93.184.216.34', 'fd00::1']],
  ['an IPv4 address in IPv6', ['93.184.216.34', '::ffff:127.0.0.1']],
  ['IPv6 alone', ['::1']],
  ['one of multicast and a private one', ['224.0.0.1', '10.0.0.1']],
])('a name with an address that is not public is refused whole: %s', async (_case, found) => {
  names.answer(() => found)
  expect(await post('https://both.example/', PUBLIC_HOSTS)).toEqual(PRIVATE)
})

test('a name that nobody knows, and one whose name server fails, is named', async () => {
  expect(await post('https://nobody.example/', PUBLIC_HOSTS)).toEqual({ problem: 'The host was not found.' })
  names.answer(() => [])
  expect(await post('https://empty.example/', PUBLIC_HOSTS)).toEqual({ problem: 'The host was not found.' })
  names.answer(() => 'broken')
  expect(await post('https://broken.example/', PUBLIC_HOSTS)).toEqual({ problem: "The host's name servers failed." })
})

test('while name servers are silent, files are read and other messages go out', async () => {
  names.answer(() => 'silent')
  const hosts = Array.from({ length: 8 }, (_, at) => `silent-${at}.example`)
  const stop = new AbortController()
  const silent = hosts.map((host) =>
    postWebhook({ url: new URL(`https://${host}/`), headers: {}, body: '', hosts: PUBLIC_HOSTS }, stop.signal),
  )
  await expect.poll(() => new Set(names.asked)).toEqual(new Set(hosts))
  expect(await readFile('package.json', 'utf8')).toContain('reflute')
  expect(await post()).toMatchObject({ status: 204 })
  stop.abort()
  await Promise.all(silent)
})

test('a host that the operator has opened is looked up by the system, which reads its file of hosts', async () => {
  receiver.answer((response) => void response.writeHead(204).end())
  const { port } = new URL(receiver.url)
  expect(await post(`http://localhost:${port}/`, OPENED_HOSTS)).toMatchObject({ status: 204 })
  expect(names.asked).toEqual([])
})

test.each([
  'http://127.0.0.1/',
  'http://localhost/',
  'http://erp.localhost./',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://169.254.169.254/latest',
  'http://0.0.0.0/',
  'http://100.64.0.1/',
  'http://[fd00::1]/',
  'http://[fe80::1]/',
  'http://[64:ff9b::7f00:1]/',
])('%s is no public host, but one of a private network', async (url) => {
  expect(await post(url, PUBLIC_HOSTS)).toEqual(PRIVATE)
  expect(names.asked).toEqual([])
})

test.each([
  ['broadcast', 'https://255.255.255.255/'],
  ['multicast', 'https://224.0.0.1/'],
  ['multicast', 'https://[ff02::1]/'],
  ['for documentation', 'https://192.0.2.1/'],
  ['for documentation', 'https://[2001:db8::1]/'],
  ['reserved', 'https://240.0.0.1/'],
])('an address that is %s is no public host, and no private one either: %s', async (_kind, url) => {
  expect(await post(url, PUBLIC_HOSTS)).toEqual({ problem: "The address can't be reached over the internet." })
  expect(names.asked).toEqual([])
})

test('a host that is opened may be in a private network, and never link-local', () => {
  for (const address of ['10.1.2.3', '192.168.1.1', '127.0.0.1', '::1', 'fd00::1', '93.184.216.34'])
    expect(isReachableAddress(address), address).toBe(true)
  for (const address of ['169.254.169.254', 'fe80::1', '0.0.0.0', '224.0.0.1', '::ffff:169.254.169.254', 'example.com'])
    expect(isReachableAddress(address), address).toBe(false)
})

test('a receiver that is not there, or closes the connection, is named', async () => {
  receiver.answer((response) => response.destroy())
  expect(await post()).toEqual({ problem: 'The connection was closed without an answer.' })
  expect(await post('http://127.0.0.1:1/')).toEqual({ problem: 'The connection was refused.' })
})
