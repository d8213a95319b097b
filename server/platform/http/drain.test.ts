import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { prepareDrain } from './drain.ts'

/** A listening server whose `/slow` answers after 300 ms and whose `POST /upload` reads its body, and the port that it listens on. */
async function openServer() {
  const app = fastify({ return503OnClosing: false, forceCloseConnections: 'idle', keepAliveTimeout: 10_000 })
  app.get('/fast', async () => 'fast')
  app.get('/slow', async () => wait(300, 'slow'))
  app.post('/upload', async () => 'read')
  const drain = prepareDrain(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo // it listens on a port, not on a pipe
  return { drain, port, arrived: once(app.server, 'request') }
}

/** A socket that collects what it is sent. */
function openSocket(port: number): { socket: Socket; text: () => string; closed: Promise<unknown> } {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (bytes) => {
    text += String(bytes)
  })
  socket.on('error', () => {
    // it may be cut
  })
  return { socket, text: () => text, closed: new Promise((resolve) => socket.once('close', resolve)) }
}

test('R-C3 requests under way on kept connections are answered with Connection: close, idle connections end, and then the server', async () => {
  const { drain, port } = await openServer()
  const busy = openSocket(port)
  const idle = openSocket(port)
  for (const { socket } of [busy, idle]) socket.write('GET /fast HTTP/1.1\r\nHost: a\r\n\r\n')
  await expect.poll(() => [busy.text(), idle.text()].every((text) => text.endsWith('fast'))).toBe(true)
  busy.socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n')
  await wait(100)
  const drained = drain()
  await idle.closed
  expect(busy.text()).not.toContain('slow')
  await busy.closed
  const answeredAt = performance.now()
  expect(busy.text()).toMatch(/connection: close[\s\S]*slow$/i)
  await drained
  expect(performance.now() - answeredAt).toBeLessThan(1000)
})

test('R-C3 an upload that has stalled is cut after five seconds', async () => {
  const { drain, port, arrived } = await openServer()
  const stalled = openSocket(port)
  stalled.socket.write('POST /upload HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\nhalf')
  await arrived
  const startedAt = performance.now()
  await drain()
  await stalled.closed
  expect(performance.now() - startedAt).toBeGreaterThan(4900)
  expect(performance.now() - startedAt).toBeLessThan(9000)
})
