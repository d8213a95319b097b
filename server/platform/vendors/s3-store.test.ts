import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { type S3Settings, sendCall, signCall } from './s3-store.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

/** Starts a store that gives this answer. */
async function openStore(answer: RequestListener): Promise<S3Settings> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listens on a port
  return { ...AMAZON, endpoint: `http://127.0.0.1:${port}/base/`, isPathStyle: true }
}

/* The keys and signatures that Amazon publishes: "Signature Calculations for the Authorization Header", examples of Amazon S3. */
const AMAZON: S3Settings = {
  endpoint: 'https://s3.amazonaws.com',
  bucket: 'examplebucket',
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  isPathStyle: false,
}
const AT = new Date('2013-05-24T00:00:00Z')
const NAMED = 'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request'

test('a list of objects is signed as in the published example', async () => {
  const { url, headers } = await signCall(AMAZON, { method: 'GET', query: { 'max-keys': '2', prefix: 'J' } }, AT)
  expect(url.href).toBe('https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J')
  expect(headers.get('authorization')).toBe(
    `${NAMED}, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7`,
  )
})

test('a stored object is signed as in the published example, its content and an odd name included', async () => {
  const body = new TextEncoder().encode('Welcome to Amazon S3.')
  const more = { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' }
  const { headers } = await signCall(AMAZON, { method: 'PUT', name: 'test$file.text', headers: more, body }, AT)
  expect(headers.get('x-amz-content-sha256')).toBe('44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072')
  expect(headers.get('authorization')).toBe(
    `${NAMED}, SignedHeaders=date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class, Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd`,
  )
})

test('a store that fails twice is asked a third time; one that fails three times is away', async () => {
  let asked = 0
  const settings = await openStore((request, response) => {
    asked += 1
    if (request.url?.includes('never')) response.writeHead(503).end()
    else if (asked === 1) request.socket.destroy()
    else response.writeHead(asked === 2 ? 500 : 200).end('content')
  })
  const answer = await sendCall(settings, { method: 'GET', name: 'media/a b+c.webp' })
  expect([answer.status, answer.body.toString(), asked]).toEqual([200, 'content', 3])
  await expect(sendCall(settings, { method: 'GET', name: 'never' })).rejects.toThrow('it answered with 503')
  expect(asked).toBe(6)
  for (const server of servers) server.close().closeAllConnections()
  await expect(sendCall(settings, { method: 'GET', name: 'gone' })).rejects.toThrow('ECONNREFUSED')
})

test('a refusal is no failure: it is asked once', async () => {
  const paths: (string | undefined)[] = []
  const settings = await openStore((request, response) => {
    paths.push(request.url)
    response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
  })
  expect((await sendCall(settings, { method: 'PUT', name: 'mail/ü&x.eml', body: new Uint8Array([1]) })).status).toBe(403)
  expect(paths).toEqual(['/base/examplebucket/mail/%C3%BC%26x.eml'])
})

test('a store that sends elsewhere is not followed: the signed request goes to nobody else', async () => {
  const paths: (string | undefined)[] = []
  const settings = await openStore((request, response) => {
    paths.push(request.url)
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  expect((await sendCall(settings, { method: 'GET', name: 'media/a.webp' })).status).toBe(307)
  expect(paths).toEqual(['/base/examplebucket/media/a.webp'])
})

test('a store that says nothing for five seconds is away after three times', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    let asked = Promise.withResolvers<void>()
    const settings = await openStore(() => asked.resolve())
    const refusal = sendCall(settings, { method: 'GET', name: 'x' }).catch(String)
    for (let tries = 1; tries <= 3; tries += 1) {
      await asked.promise
      asked = Promise.withResolvers()
      vi.advanceTimersByTime(4999)
      expect(vi.getTimerCount()).toBe(1) // it still waits
      vi.advanceTimersByTime(1)
    }
    expect(await refusal).toContain('no answer in time')
  } finally {
    vi.useRealTimers()
  }
})
