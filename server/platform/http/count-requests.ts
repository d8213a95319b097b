import type { Server } from 'node:http'

/** Counts the requests of a server whose response has not ended. @returns a function that gives the current count */
export function countRequests(server: Server): () => number {
  let waiting = 0
  server.on('request', (_request, response) => {
    waiting += 1
    response.once('close', () => {
      waiting -= 1
    })
  })
  return () => waiting
}
