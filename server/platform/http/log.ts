import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import type { Config } from '#server/platform/config.ts'
import { loggable } from './loggable.ts'

/** Where the shop writes what happens. */
export type Logger = FastifyBaseLogger

const REMOVED = '[removed]'
const MOST_DEPTH = 4

/** Members that hold secrets, or what people typed, wherever they are in what is logged; in small letters, without dashes. */
const SECRET =
  /^(?:(?:proxy)?authorization|(?:set)?cookie|.*password|.*token|code|.*secret|iban|accountnumber|routingnumber|card.*|.*email|phone|payload|body|params|values|search|query|rawpacket|referer|idempotencykey)$/

/** Kept by a serializer of its own. */
const SERIALIZED = new Set(['err', 'req', 'res'])

function cleanValue(value: unknown, depth: number): unknown {
  if (value instanceof Error) return loggable(value)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (depth > MOST_DEPTH) return '[deeper]'
  if (Array.isArray(value)) return value.map((each) => cleanValue(each, depth + 1))
  const proto: unknown = Object.getPrototypeOf(value)
  if (proto !== Object.prototype && proto !== null) return `[${value.constructor.name}]` // sockets, requests and streams hold everything
  return cleanFacts(value, depth)
}

/** What a line says beside its words, without the values of secrets. */
function cleanFacts(facts: object, depth = 1): Record<string, unknown> {
  const clean = ([name, value]: [string, unknown]) => {
    if (depth === 1 && SERIALIZED.has(name)) return [name, value]
    return [name, SECRET.test(name.toLowerCase().replace(/[-_]/g, '')) ? REMOVED : cleanValue(value, depth + 1)]
  }
  return Object.fromEntries(Object.entries(facts).map(clean))
}

/** The last line of defence, over each line as it is written: values in addresses, our tokens, passwords of other servers, people's addresses. */
function maskLine(line: string): string {
  return line
    .replace(/([?&][\w.[\]%-]{1,60}=)(?:[^&\s"\\]|\\\\|\\u[0-9a-f]{4})+/gi, `$1${REMOVED}`)
    .replace(/rf[a-z]?_[\w-]{20,}/g, '[token]')
    .replace(/(:\/\/)[^\s"\\/@]+@/g, `$1${REMOVED}@`)
    .replace(/[^\s"\\<>()[\]:;,@/?&=]{1,64}(?:@|%40)[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}/gi, '[email]')
}

/** The route as it was written, never the address: parts of a path and of a query are what people typed. */
function requestFacts(request: Partial<FastifyRequest>): object {
  return { method: request.method, route: request.routeOptions?.url }
}

/**
 * Makes the log: JSON, a line for each event, on the standard output or in `stream`. Nothing secret gets into it: errors are told by
 * `loggable`, requests by their route, members with a secret name are removed at any depth, and each line is masked once more.
 */
export function makeLogger({ logLevel }: Pick<Config, 'logLevel'>, stream?: DestinationStream): Logger {
  return pino(
    {
      level: logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }), log: (facts) => cleanFacts(facts) },
      serializers: { err: loggable, req: requestFacts, res: ({ statusCode }: Partial<FastifyReply>) => ({ statusCode }) },
      hooks: {
        // an error without words would lend the line its own sentence, and more arguments would be printed into the words
        logMethod([first, words], method) {
          const text = typeof words === 'string' ? words : undefined
          if (typeof first === 'string') method.call(this, first)
          else if (first instanceof Error) method.call(this, { err: first }, text ?? 'error')
          else method.call(this, first ?? {}, text ?? '')
        },
        streamWrite: maskLine,
      },
    },
    stream ?? pino.destination(1),
  )
}

/** Tells requests to those who look for a fault only: one that failed is told at each level by the handler of errors. */
export class RequestLog extends LogController {
  override incomingRequest(request: FastifyRequest): void {
    request.log.debug({ req: request }, 'incoming request')
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    if (error) super.requestCompleted(error, request, reply)
    else reply.log.debug({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, 'request completed')
  }
}
