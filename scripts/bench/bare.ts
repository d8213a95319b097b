import { fork } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { ReadyAnswer } from './bare-server.ts'
import type { Figure } from './figures.ts'
import { watchTimes } from './processor-time.ts'
import { measureRead } from './reads.ts'

const SECONDS = 4

/** Asks for an address as a browser does and leaves the body compressed. */
async function readAnswer(origin: string, path: string): Promise<ReadyAnswer> {
  const asking = get(origin + path, { headers: { 'accept-encoding': 'br' } })
  const [answer] = await once(asking, 'response')
  const body = (await buffer(answer)).toString('base64')
  return { path, type: String(answer.headers['content-type']), encoding: answer.headers['content-encoding'] ?? null, body }
}

/** A server of bare routes, to compare the shop with. */
export interface BareServer {
  /** Measures a route that sends the answer of this path of the shop. */
  measure: (origin: string, path: string) => Promise<NonNullable<Figure['bare']>>
  stop: () => void
}

/** Starts the server of bare routes. */
export function openBareServer(): BareServer {
  const child = fork(join(import.meta.dirname, 'bare-server.ts'), { env: { PATH: process.env.PATH, NODE_ENV: 'production' } })
  return {
    measure: async (origin, path) => {
      const answered = once(child, 'message')
      child.send(await readAnswer(origin, path))
      const [{ port }] = await answered
      const watch = await watchTimes([child], null)
      const { perSecond, serverMs } = await measureRead(`http://127.0.0.1:${port}`, { name: path, paths: [path] }, watch, SECONDS)
      return { perSecond, serverMs }
    },
    stop: () => child.kill(),
  }
}
