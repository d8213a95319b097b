import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPublicAddress, PUBLIC_HOSTS } from './public-address.ts'
import { fetchPicture } from './read-linked-picture.ts'

let server: Server
let base = ''
let asked = 0
beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host')
    const left = Number(searchParams.get('left') ?? 0)
    if (pathname === '/hops') response.writeHead(302, { location: left > 0 ? `/hops?left=${left - 1}` : '/picture' }).end()
    else if (pathname === '/inside') response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end()
    else if (pathname === '/file') response.writeHead(302, { location: 'file:///etc/passwd' }).end()
    else if (pathname === '/large') {
      response.writeHead(200)
      response.write(Buffer.alloc(6 * 1024 * 1024))
      response.end(Buffer.alloc(6 * 1024 * 1024))
    } else if (pathname === '/said') response.writeHead(200, { 'content-length': String(11 * 1024 * 1024) }).flushHeaders()
    else if (pathname === '/picture') response.writeHead(200).end('bytes')
    else response.writeHead(pathname === '/busy' ? 503 : 404).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const LOCAL = { ...PUBLIC_HOSTS, allows: (address: string) => address === '127.0.0.1' }

test('2.6 a picture is fetched over at most three redirects', async () => {
  const text = async (path: string) => {
    const fetched = await fetchPicture(base + path, LOCAL)
    return 'bytes' in fetched ? fetched.bytes.toString() : fetched.problem
  }
  expect(await text('/picture')).toBe('bytes')
  expect(await text('/hops?left=2')).toBe('bytes')
  expect(await text('/hops?left=3')).toBe('It redirects more than three times.')
})

test.each([
  ['/none', 'The server answered 404.', false],
  ['/busy', 'The server answered 503.', true],
  ['/large', 'It has more than 10 MB.', false],
  ['/said', 'It has more than 10 MB.', false],
  ['/inside', 'The address leads to a private network.', false],
  ['/file', 'It is no web address.', false],
])('2.6 %s is no picture: %s', async (path, problem, again) => {
  expect(await fetchPicture(base + path, LOCAL)).toEqual({ problem, again })
})

test.each([
  'http://127.0.0.1/a.jpg',
  'http://127.1/a.jpg',
  'http://2130706433/a.jpg',
  'http://0x7f000001/a.jpg',
  'http://0/a.jpg',
  'http://localhost/a.jpg',
  'https://10.1.2.3/a.jpg',
  'https://172.20.0.1/a.jpg',
  'https://192.168.1.1/a.jpg',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/a.jpg',
  'https://[::1]/a.jpg',
  'https://[::ffff:127.0.0.1]/a.jpg',
  'https://[fd00::1]/a.jpg',
  'https://[fe80::1]/a.jpg',
  'https://[64:ff9b::7f00:1]/a.jpg',
  'https://[2002:7f00:1::]/a.jpg',
])('2.6 %s leads into a private network and is not asked', async (address) => {
  const before = asked
  expect(await fetchPicture(address)).toEqual({ problem: 'The address leads to a private network.', again: false })
  expect(asked).toBe(before)
})

test('2.6 addresses of public hosts are public', () => {
  for (const address of ['8.8.8.8', '93.184.215.14', '172.32.0.1', '2606:2800:21f:cb07::1', '2a00:1450:4001::1']) {
    expect([address, isPublicAddress(address)]).toEqual([address, true])
  }
  expect(isPublicAddress('no address')).toBe(false)
})
