import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import type { Config } from '#server/platform/config.ts'
import { loggable } from './loggable.ts'

/** The log of the shop. */
export type Logger = FastifyBaseLogger

const REMOVED = '[removed]'
const MAX_DEPTH = 4

/** Names of members that may hold secrets or user input, at any depth of a log entry; lowercase, without dashes. */
const SECRET =
  /^(?:(?:proxy)?authorization|(?:set)?cookie|.*password|.*token|code|.*secret|iban|accountnumber|routingnumber|card.*|.*email|phone|payload|body|params|values|search|query|rawpacket|referer|idempotencykey)$/

/** Verdicts on names, most of which are seen in every line. */
const verdicts = new Map<string, boolean>()
const MAX_VERDICTS = 1000

function isSecret(name: string): boolean {
  const known = verdicts.get(name)
  if (known !== undefined) return known
  const verdict = SECRET.test(name.toLowerCase().replace(/[-_]/g, ''))
  if (verdicts.size < MAX_VERDICTS) verdicts.set(name, verdict)
  return verdict
}

/** Members with their own serializer. */
const SERIALIZED = new Set(['err', 'req', 'res'])

function cleanValue(value: unknown, depth: number): unknown {
  if (value instanceof Error) return loggable(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth > MAX_DEPTH) return '[deeper]'
  if (Array.isArray(value)) return value.map((each) => cleanValue(each, depth + 1))
  const proto: unknown = Object.getPrototypeOf(value)
  if (proto !== Object.prototype && proto !== null) return `[${value.constructor.name}]` // sockets, requests and streams hold everything
  return cleanFacts(value, depth)
}

/** Removes secrets from the members of a log entry. */
function cleanFacts(facts: object, depth = 1): Record<string, unknown> {
  const clean = ([name, value]: [string, unknown]) => {
    if (depth === 1 && SERIALIZED.has(name)) return [name, value]
    return [name, isSecret(name) ? REMOVED : cleanValue(value, depth + 1)]
  }
  return Object.fromEntries(Object.entries(facts).map(clean))
}

/** Last line of defense, applied to every serialized line: masks query values, our tokens, credentials in URLs, and email addresses. */
function maskLine(line: string): string {
  let masked = line.replace(/rf[a-z]?_[\w-]{20,}/g, '[token]')
  if (/[?&]/.test(masked)) masked = masked.replace(/([?&][\w.[\]%-]{1,60}=)(?:[^&\s"\\]|\\\\|\\u[0-9a-f]{4})+/gi, `$1${REMOVED}`)
  if (!/@|%40/.test(masked)) return masked // the usual line has none, and looking for addresses takes time
  return masked
    .replace(/(:\/\/)[^\s"\\/@]+@/g, `$1${REMOVED}@`)
    .replace(/[^\s"\\<>()[\]:;,@/?&=]{1,64}(?:@|%40)[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}/gi, '[email]')
}

/** Logs the route pattern, never the URL: paths and queries contain user input. */
function requestFacts(request: Partial<FastifyRequest>): object {
  return { method: request.method, route: request.routeOptions?.url }
}

/** From this level on a line is written at once: what happens next may end the process. */
const URGENT = pino.levels.values.error ?? 0
/** Characters; writing each line of its own costs a request more than making it. */
const MAX_WAITING = 4096
const FLUSH_EVERY_MS = 200

/** Standard output, written in blocks, of which none is under way when the process ends: its lines stay in order and none is lost. */
function openOutput() {
  const output = pino.destination({ dest: 1, sync: true, minLength: MAX_WAITING, periodicFlush: FLUSH_EVERY_MS })
  process.once('exit', () => output.flushSync())
  return output
}

/**
 * Creates the logger: JSON, one line an event, to standard output or `stream`. Secrets are kept out: errors go through `loggable`, requests
 * are logged by route, members with a secret name are removed at any depth, and every line is masked.
 */
export function createLogger({ logLevel }: Pick<Config, 'logLevel'>, stream?: DestinationStream): Logger {
  const output = stream ? undefined : openOutput()
  return pino(
    {
      level: logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }), log: (facts) => cleanFacts(facts) },
      serializers: { err: loggable, req: requestFacts, res: ({ statusCode }: Partial<FastifyReply>) => ({ statusCode }) },
      hooks: {
        // an error without a message would use its own text as the message, and further arguments would be formatted into it
        logMethod([first, words], method, level) {
          const text = typeof words === 'string' ? words : undefined
          if (typeof first === 'string') method.call(this, first)
          else if (first instanceof Error) method.call(this, { err: first }, text ?? 'error')
          else method.call(this, first ?? {}, text ?? '')
          if (level >= URGENT) output?.flushSync()
        },
        streamWrite: maskLine,
      },
    },
    stream ?? output,
  )
}

/**
 * Logs the beginning of requests at debug level; `measure-requests.ts` writes the line of a whole one, the error handler that of a failed
 * one.
 */
export class RequestLog extends LogController {
  override incomingRequest(request: FastifyRequest): void {
    request.log.debug({ req: request }, 'incoming request')
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (error) super.requestCompleted(error, request, reply)
  }
}
