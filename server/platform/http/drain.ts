import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** When the server stops, a request whose body has not arrived by then is cut, */
const BODY_MS = 5000
/** and one whose answer has not left by then. */
const ANSWER_MS = 8000
const LOOK_EVERY_MS = 50

/**
 * Prepares the server's end. Call it before the server listens.
 * @returns what ends it: no new connections, idle ones are closed, answers under way leave with `Connection: close`; after eight seconds at most nobody is connected.
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
        if (waited >= (isWhole ? ANSWER_MS : BODY_MS)) socket.destroy()
      }
      await wait(LOOK_EVERY_MS)
    }
    await closed
  }
}
