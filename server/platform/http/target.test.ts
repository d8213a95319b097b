import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { isTooLong, pathOfTarget } from './target.ts'

let shop: TestShop
let port = 0
beforeAll(async () => {
  shop = await openTestShop({ PUBLIC_URL: 'https://shop.example' })
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  port = (shop.app.server.address() as { port: number }).port // listens on a port
})
afterAll(() => shop.close())

/** Sends these lines as they are. @returns the status and the body of the answer */
function send(...lines: string[]): Promise<{ status: number; head: string; body: string }> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write([...lines, 'Connection: close', '', ''].join('\r\n')))
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('utf8')
    })
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', body = ''] = answer.split('\r\n\r\n')
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]), head, body })
    })
  })
}

test.each([
  ['of PUBLIC_URL', 'GET https://shop.example/api/categories HTTP/1.1', 'Host: proxy.example'],
  ['of PUBLIC_URL, in other letters and with its port', 'GET http://SHOP.example:80/api/categories HTTP/1.1', 'Host: proxy.example'],
  ['that the request itself names', 'GET http://127.0.0.1:4000/api/categories HTTP/1.1', 'Host: 127.0.0.1:4000'],
])('an address with the host %s is answered as its path', async (_name, line, host) => {
  const plain = await shop.app.inject('/api/categories')
  const answer = await send(line, host)
  expect(answer.status).toBe(200)
  expect(answer.body).toContain(plain.body)
})

test('the query of an address with a host counts, and an unknown path is 404', async () => {
  const { status, body } = await send('GET http://shop.example/api/products?page=0 HTTP/1.1', 'Host: shop.example')
  expect([status, body]).toEqual([422, expect.stringContaining('"field":"page"')])
  expect((await send('GET http://shop.example/api/nothing HTTP/1.1', 'Host: shop.example')).status).toBe(404)
  // the home page, which this server has no screens for
  expect((await send('GET http://shop.example HTTP/1.1', 'Host: shop.example')).status).toBe(404)
})

test.each([
  ['another host', 'GET http://evil.example/api/categories HTTP/1.1'],
  ['our host as the name of a person', 'GET http://shop.example@evil.example/api/categories HTTP/1.1'],
  ['a host that begins like ours', 'GET http://shop.example.evil.example/api/categories HTTP/1.1'],
  ['no host', 'GET http:///api/categories HTTP/1.1'],
  ['another protocol', 'GET ftp://shop.example/api/categories HTTP/1.1'],
  ['the server as a whole', 'GET * HTTP/1.1'],
])('a read of %s is 400', async (_name, line) => {
  const { status, body } = await send(line, 'Host: shop.example')
  expect([status, body]).toEqual([400, expect.not.stringContaining('Corrugated')])
})

test('OPTIONS of the server as a whole is 200 and says which methods there are', async () => {
  const { status, head } = await send('OPTIONS * HTTP/1.1', 'Host: shop.example')
  expect([status, head.toLowerCase()]).toEqual([200, expect.stringContaining('allow: get, head, post')])
})

test('two hosts, also the same twice, are 400', async () => {
  for (const second of ['evil.example', 'shop.example']) {
    const { status, body } = await send('GET /api/categories HTTP/1.1', 'Host: shop.example', `hOST: ${second}`)
    expect([status, body]).toEqual([400, expect.stringContaining('more than one Host header')])
  }
  expect((await send('GET /api/categories HTTP/1.1', 'Host: shop.example')).status).toBe(200)
})

test.each([
  ['21 segments', `/a${'/b'.repeat(20)}`],
  ['4,000 segments', '/a'.repeat(4000)],
  ['4,000 empty segments', '/'.repeat(4000)],
  ['segments of a known page', '/products'.repeat(900)],
  ['encoded letters', '/%61'.repeat(1000)],
  ['more than 1,000 characters', `/products/${'x'.repeat(1000)}`],
  ['more than 1,000 characters of an encoded slash', `/products/${'%2F'.repeat(400)}`],
  ['a long path with a host', `http://shop.example/${'x/'.repeat(30)}`],
  ['a long path and a query', `${'/a'.repeat(30)}?page=1`],
  ['a long path of the API', `/api/products/${'a/'.repeat(30)}`],
  ['a long path of files', `/assets/${'a/'.repeat(30)}x.js`],
])('a path with %s is 404 before anything is looked for', async (_name, target) => {
  expect(isTooLong(pathOfTarget(target))).toBe(true)
  const { status, body } = await send(`GET ${target} HTTP/1.1`, 'Host: shop.example')
  expect([status, JSON.parse(body).code]).toEqual([404, 'not_found'])
})

test('a path of 20 segments or 1,000 characters is looked for, and a query may be longer', async () => {
  for (const path of [
    `/a${'/b'.repeat(19)}`,
    `/${'x'.repeat(999)}`,
    `/products?search=${'x'.repeat(5000)}`,
    `/products?from=${'/a'.repeat(500)}`,
  ])
    expect(isTooLong(path), path.slice(0, 30)).toBe(false)
  const filters = Array.from({ length: 200 }, (_, at) => `spec.width-${at}=100..200`).join('&')
  const { status } = await send(`GET /api/products?${filters} HTTP/1.1`, 'Host: shop.example')
  expect(status).toBe(422) // read, and refused by its own rule
})
