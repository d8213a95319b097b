import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Refusal } from '#contract/refusals.ts'
import { RefusalError } from './refusal.ts'

const READS_PER_MINUTE = 300
const WRITES_PER_MINUTE = 60

/** The address that the server's own calls have, for its pages. No socket can have it. */
export const IN_PROCESS = 'in-process'

/** Files, pictures and drawings, which a page brings by the dozen, signed messages of the payment provider, reports of the content policy (with a limit of their own), and the health of the server. Cards in PNG cost more and are counted. */
const UNCOUNTED =
  /^\/(assets|media)\/|^\/drawings\/[^?]+\.svg(\?|$)|^\/api\/health\/|^\/api\/(webhooks\/stripe|csp-report)$|^\/(boot\.js|favicon\.(svg|ico)|apple-touch-icon\.png|icon-\d+\.png|manifest\.webmanifest|robots\.txt)(\?|$)/

const isWrite = (request: FastifyRequest) => request.method !== 'GET' && request.method !== 'HEAD'

/** The refusal of a caller who has to wait this long. */
export function tooMany(seconds: number): Refusal {
  return { code: 'too_many_requests', facts: { seconds }, extra: { retryAfter: seconds } }
}

/** Bounds how often one person (or, signed out, one address) may call: reads and writes are counted apart. */
export async function limitRates(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    timeWindow: 60_000,
    max: (request) => (isWrite(request) ? WRITES_PER_MINUTE : READS_PER_MINUTE),
    keyGenerator: (request) => `${isWrite(request) ? 'w' : 'r'}:${request.actor?.userId ?? request.ip}`,
    allowList: ({ url, socket }) => UNCOUNTED.test(url) || socket.remoteAddress === IN_PROCESS,
    errorResponseBuilder: (_request, context) => new RefusalError(tooMany(Math.ceil(context.ttl / 1000))),
  })
}
