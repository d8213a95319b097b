import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** At shutdown: time until a request whose body has not arrived is closed. */
const BODY_MS = 5000
/** At shutdown: time until a request without a complete response is closed. */
const RESPONSE_MS = 8000
const POLL_MS = 50

/**
 * Prepares the graceful shutdown. Call it before the server listens.
 * @returns the function that shuts down: refuses new connections, closes idle ones, and sends pending responses with `Connection: close`;
 * takes at most eight seconds
 */
export function prepareDrain(app: FastifyInstance): () => Promise<void> {
  let isClosing = false
  const sockets = new Set<Socket>()
  const requests = new Map<Socket, IncomingMessage>()
  app.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      requests.delete(socket)
    })
  })
  app.server.on('request', (request, response) => {
    requests.set(request.socket, request)
    response.once('close', () => requests.delete(request.socket))
  })
  app.addHook('onSend', async (_request, reply, payload) => {
    if (isClosing) reply.header('connection', 'close')
    return payload
  })
  return async () => {
    isClosing = true
    const startedAt = performance.now()
    const closed = app.close()
    while (sockets.size > 0) {
      const waited = performance.now() - startedAt
      app.server.closeIdleConnections()
      for (const socket of sockets) {
        const isWhole = requests.get(socket)?.complete === true
        if (waited >= (isWhole ? RESPONSE_MS : BODY_MS)) socket.destroy()
      }
      await wait(POLL_MS)
    }
    await closed
  }
}
