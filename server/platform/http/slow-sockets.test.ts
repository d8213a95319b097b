import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'

/** Server and caller are in one process: where it stands still, neither counts on. */
const BEAT_MS = 200

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** Sends a text, then another one a byte at each beat. @returns the number of beats until the server closes the socket */
async function closedAfter(port: number, [first, text]: readonly [string, string]): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  const closed = new Promise((resolve) => {
    socket.on('close', resolve)
  })
  socket.on('error', () => {
    // it may be reset
  })
  socket.resume()
  if (first) socket.write(first)
  let at = 0
  const sending = setInterval(() => {
    if (at < text.length && socket.writable) socket.write(text.charAt(at))
    at += 1
  }, BEAT_MS)
  await closed
  clearInterval(sending)
  return at
}

const CALL = ' /api/contact HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
const SLOW: readonly (readonly [atOnce: string, slowly: string])[] = [
  ['', ''],
  [`GET${CALL}`, `X-Slow: ${'x'.repeat(1000)}`],
  [`POST${CALL}Content-Length: 1000\r\n\r\n{`, ' '.repeat(998)],
]
/** Returns the number of beats until a shop with this bound closes each of them. */
async function closedBy(slowMs?: number): Promise<number[]> {
  const app = await buildApp(shop.deps, slowMs)
  try {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo // it listens on a port, not on a pipe
    return await Promise.all(SLOW.map((each) => closedAfter(port, each)))
  } finally {
    await app.close()
  }
}

test('9 f sockets that are silent, or whose head or body comes a byte at a time, are closed within seconds of their bound', async () => {
  for (const beats of await closedBy(1000)) expect(beats * BEAT_MS).toBeLessThan(9000) // a machine that does much else beats less
})

test.runIf(TESTS_ALL)('9 f the shop closes them within 35 s', async () => {
  for (const beats of await closedBy()) expect(beats * BEAT_MS).toBeLessThan(36_000)
})

test('a body that comes steadily may take longer than the bound', async () => {
  const app = await buildApp(shop.deps, 500)
  try {
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo // as above
    const body = JSON.stringify({ email: 'nobody@example.com', password: ' '.repeat(20_000) })
    const socket = connect(port, '127.0.0.1')
    const closed = once(socket, 'close')
    let answer = ''
    socket.on('data', (bytes) => {
      answer += String(bytes)
    })
    socket.write(
      `POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`,
    )
    for (let at = 0; at < body.length; at += 1000) {
      socket.write(body.slice(at, at + 1000))
      await wait(75)
    }
    await closed
    expect(answer).toMatch(/^HTTP\/1.1 4\d\d/)
  } finally {
    await app.close()
  }
})
