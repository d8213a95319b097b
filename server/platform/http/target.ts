import type { FastifyInstance } from 'fastify'
import { refuse } from './refusal.ts'

/* Request targets (RFC 9112, 3.2): a path; a path after a host, as for a proxy; or `*`, the whole server. Fastify knows only paths. */

const ABSOLUTE = /^https?:\/\/([^/?#]*)([^#]*)/i

/** Returns the path of a request target. `*` and invalid targets get a path that matches no route, and `checkTargets` answers them. */
export function pathOfTarget(target: string): string {
  if (target.startsWith('/')) return target
  const path = ABSOLUTE.exec(target)?.[2] ?? ''
  return path.startsWith('/') ? path : `/${path}`
}

const plainHost = (host: string) => host.toLowerCase().replace(/:(?:80|443)$/, '')

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

function isOwnHost(target: string, publicHost: string): boolean {
  const host = plainHost(ABSOLUTE.exec(target)?.[1] ?? '')
  return host === plainHost(publicHost) || LOOPBACK.test(host)
}

const isHost = (name: string | undefined) => name?.length === 4 && name.toLowerCase() === 'host'

/** Returns true for a request with more than one Host header. */
export function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (isHost(rawHeaders[at])) hosts += 1
  return hosts > 1
}

/**
 * Most segments and characters of a path: the shop has none that is as long, and matching one with the routes of the screens takes the
 * square of its segments.
 */
const MAX_SEGMENTS = 20
const MAX_LENGTH = 1000

/** Says whether the path of a URL has more segments, or more characters, than any page of the shop. */
export function isTooLong(url: string): boolean {
  const end = url.search(/[?#]/)
  const path = end < 0 ? url : url.slice(0, end)
  return path.length > MAX_LENGTH || path.split('/', MAX_SEGMENTS + 2).length > MAX_SEGMENTS + 1
}

/**
 * Refuses targets of other hosts, requests with two Host headers, and paths that are too long. Answers `OPTIONS *` for the whole server.
 */
export function checkTargets(app: FastifyInstance, publicUrl: string): void {
  const publicHost = new URL(publicUrl).host
  app.addHook('onRequest', async ({ raw, url, originalUrl, method }, reply) => {
    if (hasTwoHosts(raw.rawHeaders)) refuse('bad_parameter', { detail: 'The request has more than one Host header.' })
    if (isTooLong(url)) refuse('not_found')
    if (originalUrl.startsWith('/')) return
    if (originalUrl === '*' && method === 'OPTIONS') return reply.header('allow', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS').send('')
    if (!isOwnHost(originalUrl, publicHost)) refuse('bad_parameter', { detail: 'The URL is not one of this shop.' })
  })
}
