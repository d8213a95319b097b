import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RefusalError } from './refusal.ts'

const READS_PER_MINUTE = 300
const WRITES_PER_MINUTE = 60

const isWrite = (request: FastifyRequest) => request.method !== 'GET' && request.method !== 'HEAD'

/** Bounds how often one person (or, signed out, one address) may call: reads and writes are counted apart. */
export async function limitRates(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    timeWindow: 60_000,
    max: (request) => (isWrite(request) ? WRITES_PER_MINUTE : READS_PER_MINUTE),
    keyGenerator: (request) => `${isWrite(request) ? 'w' : 'r'}:${request.actor?.userId ?? request.ip}`,
    allowList: (request) => !request.url.startsWith('/api/') || request.url.startsWith('/api/health/'),
    errorResponseBuilder: (_request, context) =>
      new RefusalError({ code: 'too_many_requests', facts: { seconds: Math.ceil(context.ttl / 1000) } }),
  })
}
