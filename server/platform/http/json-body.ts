import type { FastifyInstance } from 'fastify'
import { refuse } from './refusal.ts'

const MAX_DEPTH = 20
const MAX_MEMBERS = 5000

/** Counts nesting and members in one pass over the text, before it is parsed. */
function isTooDeep(text: string, maxMembers: number): boolean {
  let depth = 0
  let members = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at)
    if (isInString) {
      if (char === 0x5c) at += 1
      else if (char === 0x22) isInString = false
    } else if (char === 0x22) isInString = true
    else if (char === 0x7b || char === 0x5b) depth += 1
    else if (char === 0x7d || char === 0x5d) depth -= 1
    else if (char === 0x2c) members += 1
    if (depth > MAX_DEPTH || members > maxMembers) return true
  }
  return false
}

/** Drops `__proto__` and `constructor.prototype`, so that no body can pollute a prototype. */
function dropPrototypeKeys(key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value
}

/** Parses JSON; an empty body is undefined (the client sends a JSON content type without a body). */
export function parseJson(text: string, maxMembers = MAX_MEMBERS): unknown {
  if (text.trim() === '') return undefined
  if (isTooDeep(text, maxMembers)) refuse('body_too_deep')
  try {
    return JSON.parse(text, text.includes('__proto__') || text.includes('\\u005f') ? dropPrototypeKeys : undefined)
  } catch {
    return refuse('malformed_json')
  }
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true })

/** Refuses `malformed_json` for bytes that are no UTF-8 (RFC 8259, 8.1), instead of storing replacement characters. */
function decodeUtf8(body: string | Buffer): string {
  try {
    return UTF_8.decode(Buffer.from(body))
  } catch {
    return refuse('malformed_json')
  }
}

/** Makes JSON the only body type; multipart calls add their own parser. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(/^application\/(?:[\w.-]+\+)?json(?:;|$)/i, { parseAs: 'buffer' }, (request, body, done) => {
    try {
      done(null, parseJson(decodeUtf8(body), request.routeOptions.config.maxMembers))
    } catch (error) {
      done(error instanceof Error ? error : new Error('unreadable body'))
    }
  })
}
