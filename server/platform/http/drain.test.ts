import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { prepareDrain } from './drain.ts'

afterEach(() => vi.restoreAllMocks())

/**
 * A listening server whose `/slow` answers when it is asked to and whose `POST /upload` reads its body, and the port that it listens on.
 */
async function openServer() {
  const app = fastify({ return503OnClosing: false, forceCloseConnections: 'idle', keepAliveTimeout: 600_000 })
  const slow = Promise.withResolvers<string>()
  app.get('/fast', async () => 'fast')
  app.get('/slow', () => slow.promise)
  app.post('/upload', async () => 'read')
  const drain = prepareDrain(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo // it listens on a port, not on a pipe
  return { drain, port, answerSlow: () => slow.resolve('slow'), arrived: () => once(app.server, 'request') }
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
  const { drain, port, answerSlow, arrived } = await openServer()
  vi.spyOn(performance, 'now').mockReturnValue(0) // no time passes: nothing ends because it took too long
  const busy = openSocket(port)
  const idle = openSocket(port)
  for (const { socket } of [busy, idle]) socket.write('GET /fast HTTP/1.1\r\nHost: a\r\n\r\n')
  await expect.poll(() => [busy.text(), idle.text()].every((text) => text.endsWith('fast'))).toBe(true)
  busy.socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n')
  await arrived()
  const drained = drain()
  await idle.closed
  expect(busy.text()).not.toContain('slow')
  answerSlow()
  await busy.closed
  expect(busy.text()).toMatch(/connection: close[\s\S]*slow$/i)
  await drained
})

test('R-C3 an upload that has stalled is cut after five seconds', async () => {
  const { drain, port, arrived } = await openServer()
  const stalled = openSocket(port)
  stalled.socket.write('POST /upload HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\nhalf')
  await arrived()
  let isClosed = false
  void stalled.closed.then(() => (isClosed = true))
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  const drained = drain()
  clock.mockReturnValue(4999)
  const looks = clock.mock.calls.length
  await expect.poll(() => clock.mock.calls.length).toBeGreaterThan(looks + 2)
  expect(isClosed).toBe(false)
  clock.mockReturnValue(5000)
  await drained
  await stalled.closed
})
