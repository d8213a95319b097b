import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Problem } from '#contract/errors.ts'
import { type RefusalCode, toProblem } from '#contract/refusals.ts'
import { databaseFailure, sqlState } from '#server/platform/db/failure.ts'
import { RefusalError } from './refusal.ts'

/** Maps constraint and data errors of the database to the refusals that their callers caused. */
function codeOfSqlState(state: string | null): RefusalCode | null {
  if (!state) return null
  if (state.startsWith('22')) return 'bad_parameter'
  if (state === '23503') return 'busy' // a referenced row was deleted concurrently: the repeated call is refused for that reason
  return null
}

const CODES: Record<string, RefusalCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_REQ_FILE_TOO_LARGE: 'body_too_large',
  FST_FILES_LIMIT: 'body_too_large',
  FST_PARTS_LIMIT: 'body_too_large',
  FST_FIELDS_LIMIT: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_parameter',
  FST_ERR_BAD_URL: 'bad_parameter',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

/** Returns the problem document of an error; null for a bug. */
function problemOfError(error: unknown): Problem | null {
  if (error instanceof RefusalError) return toProblem(error.refusal)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const refusal = CODES[code] ?? databaseFailure(error) ?? codeOfSqlState(sqlState(error))
  if (refusal) return toProblem({ code: refusal, facts: { expected: 'JSON' } })
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status >= 400 && status < 500) return { ...toProblem({ code: 'bad_parameter' }), status }
  return null
}

/** Seconds after which a refused call may be repeated. */
const RETRY_AFTER: Record<string, string> = { idempotency_in_progress: '1', disk_full: '30' }

/** Sends a problem document, with the headers that its status calls for. */
export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer error="invalid_token"')
  const pause = RETRY_AFTER[problem.code ?? ''] ?? (problem.status === 503 ? '2' : undefined)
  if (pause) reply.header('retry-after', pause)
  if (typeof problem.retryAfter === 'number') reply.header('retry-after', String(problem.retryAfter))
  return reply
    .status(problem.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(problem))
}

/** The error handler of the server: refusals become problem documents; a bug is logged and answered with 500, without its text. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = problemOfError(error)
  if (problem) return sendProblem(reply, problem)
  request.log.error({ err: error }, 'unexpected error')
  return sendProblem(reply, toProblem({ code: 'internal', facts: { requestId: request.id } }))
}
