import type { Server } from 'node:http'

/** Counts the requests of a server that wait for the end of their answer. @returns how many they are now */
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
