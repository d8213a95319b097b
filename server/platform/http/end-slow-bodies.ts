import type { FastifyInstance } from 'fastify'

/** Bytes a second that a body must bring on average; a picture of 10 MB on a slow line brings ten times as many. */
const MIN_BYTES_PER_SECOND = 4096

/**
 * Cuts connections whose body comes too slowly: looked at each time `everyMs` have passed, because a large file on a slow line may well
 * take longer than that.
 */
export function endSlowBodies(app: FastifyInstance, everyMs: number): void {
  app.server.on('request', (request, response) => {
    if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined) return
    const { socket } = request
    let before = socket.bytesRead
    const looking = setInterval(() => {
      if (request.complete) return clearInterval(looking)
      if (socket.bytesRead - before < (MIN_BYTES_PER_SECOND * everyMs) / 1000) socket.destroy()
      before = socket.bytesRead
    }, everyMs).unref()
    response.once('close', () => clearInterval(looking))
  })
}
