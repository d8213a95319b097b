import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Problem } from '#contract/errors.ts'
import { type RefusalCode, toProblem } from '#contract/refusals.ts'
import { isUnreachable, sqlState } from '#server/db/client.ts'
import { RefusalError } from './refusal.ts'

/** What the database's own refusals mean to a caller: data of a wrong form, or a state that forbids it. */
function codeOfSqlState(state: string | null): RefusalCode | null {
  if (!state) return null
  if (state.startsWith('22')) return 'bad_parameter'
  if (state === '23503') return 'busy' // what the request names was deleted in the same moment: asked again, it is told so
  if (state === '57014' || state === '55P03' || state.startsWith('53') || state.startsWith('40')) return 'busy'
  if (state.startsWith('08') || state.startsWith('57P')) return 'not_ready'
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

/** The problem document of anything that was thrown; null for a bug. */
function problemOfError(error: unknown): Problem | null {
  if (error instanceof RefusalError) return toProblem(error.refusal)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const refusal = CODES[code] ?? codeOfSqlState(sqlState(error)) ?? (isUnreachable(error) ? 'not_ready' : null)
  if (refusal) return toProblem({ code: refusal, facts: { expected: 'JSON' } })
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status >= 400 && status < 500) return { ...toProblem({ code: 'bad_parameter' }), status }
  return null
}

/** Sends a problem document, with what its status asks for in headers. */
export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer error="invalid_token"')
  if (problem.code === 'idempotency_in_progress' || problem.status === 503) reply.header('retry-after', '1')
  if (typeof problem.retryAfter === 'number') reply.header('retry-after', String(problem.retryAfter))
  return reply
    .status(problem.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(problem))
}

/** The one handler of errors: refusals become their problem document, a bug is logged and answered 500 without its text. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = problemOfError(error)
  if (problem) return sendProblem(reply, problem)
  request.log.error({ err: error }, 'unexpected error')
  return sendProblem(reply, toProblem({ code: 'internal', facts: { requestId: request.id } }))
}
