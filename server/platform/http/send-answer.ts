import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { OnceAnswered } from '#server/platform/idempotency/answer-once.ts'

/** A file to download. */
interface SentFile {
  name: string
  /** Media type. */
  type: string
  bytes: Buffer | Readable | string
}

/** Sends a file instead of the JSON of a handler; nobody stores it, unless `cacheControl` says otherwise. */
export async function sendFile(reply: FastifyReply, { name, type, bytes }: SentFile, cacheControl = 'private, no-store'): Promise<never> {
  await reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', cacheControl)
    .send(bytes)
  return undefined as never // the response has been sent
}

/** Returns the answer of a call; where it is that of an earlier one, the header `Idempotency-Replayed` says so. */
export function answerOf<Answer>({ answer, isReplay }: OnceAnswered<Answer>, reply: FastifyReply): Answer {
  if (isReplay) reply.header('idempotency-replayed', 'true')
  return answer
}
