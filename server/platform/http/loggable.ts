import { sqlState, violatedConstraint } from '#server/platform/db/failure.ts'

/*
 * Reduces errors to what may be logged. Messages quote user input, so only the unquoted words of a foreign error are logged; a failed query
 * also names its values in its message and in the database's `detail`.
 */

/** An error as it is logged. */
interface LoggedError {
  type: string
  message: string
  /** SQLSTATE of the database, or the code of Node.js or a library. */
  code?: string | undefined
  constraint?: string | undefined
  /** Text of the statement, without its values. */
  query?: string | undefined
  /** Name of the background job's queue. */
  queue?: string | undefined
  stack?: string | undefined
  cause?: LoggedError | undefined
}

const MAX_CAUSES = 3
const MAX_FRAMES = 20
const MAX_MESSAGE_LENGTH = 300
const MAX_QUERY_LENGTH = 400
const FRAME = /^\s+at .*(?::\d+:\d+\)?|<anonymous>\)?|\(native\))$/

/** SQLSTATE classes whose messages quote names of tables, columns and constraints, never values. */
const NAMES_ONLY = /^(?:08|23|25|26|40|42(?!601)|53|54|55|57|58)/

const made = new WeakSet<object>()

const memberOf = (from: object, name: string): unknown => Reflect.get(from, name)
function textOf(from: object, name: string): string | undefined {
  const value = memberOf(from, name)
  return typeof value === 'string' ? value : undefined
}

/** Removes quoted text from a message: from the first quotation mark to the last, because the quoted text may contain marks. */
function withoutQuoted(sentence: string): string {
  const [line = ''] = sentence.split(/[\r\n]/, 1)
  return line
    .replace(/".*(?:"|$)/, '"…"')
    .replace(/`.*(?:`|$)/, '`…`')
    .replace(/(?<!\w)'.*(?:'(?!\w)|$)/, "'…'")
}

/** Issues of a schema validation: path and kind, without the value. */
function issuesOf(issues: readonly unknown[]): string {
  const said = issues.slice(0, 5).map((issue) => {
    if (typeof issue !== 'object' || issue === null) return 'unknown'
    const path = memberOf(issue, 'path')
    const place = Array.isArray(path) ? path.map((part) => (/^\w{1,40}$/.test(String(part)) ? String(part) : '…')).join('.') : ''
    return `${place || 'whole'}: ${textOf(issue, 'code') ?? 'invalid'}`
  })
  return said.join(', ') || 'invalid'
}

function safeMessage(thrown: object, state: string | undefined): string {
  const issues = memberOf(thrown, 'issues')
  if (Array.isArray(issues)) return issuesOf(issues)
  if (textOf(thrown, 'name') === 'SyntaxError') return 'text could not be parsed' // quotes the text, sometimes without quotation marks
  const message = textOf(thrown, 'message') ?? ''
  if (state && !NAMES_ONLY.test(state)) return message.split(/[":\r\n]/, 1)[0]?.trim() || 'rejected by the database'
  if (state) return message.split(/[\r\n]/, 1)[0] ?? ''
  const member = /^Cannot (?:read|set) properties of (?:undefined|null) \((?:reading|setting) '[\w$]{1,40}'\)$/.exec(message)
  return member ? message : withoutQuoted(message) || 'error without a message'
}

/** The stack frames, without the message that precedes them. */
function framesOf(stack: string, message: string): string | undefined {
  const at = message === '' ? -1 : stack.indexOf(message)
  const frames = (at < 0 ? stack : stack.slice(at + message.length)).split('\n').filter((line) => FRAME.test(line))
  return frames.length > 0 ? frames.slice(0, MAX_FRAMES).join('\n') : undefined
}

function codeOf(thrown: object): string | undefined {
  const code = textOf(thrown, 'code')
  return code !== undefined && /^[A-Z0-9_]{2,60}$/.test(code) ? code : undefined
}

function describe(thrown: object, depth: number): LoggedError {
  const cause = memberOf(thrown, 'cause')
  const source = typeof cause === 'object' && cause !== null ? cause : null
  const query = textOf(thrown, 'query')
  // the query builder's message lists the values, the database's says what is wrong
  const speaker = query === undefined ? thrown : (source ?? { message: 'query failed' })
  const code = sqlState(thrown) ?? codeOf(speaker)
  const isOfDatabase = textOf(speaker, 'severity') !== undefined // every PostgreSQL error has a severity
  const name = textOf(speaker, 'name') ?? 'Error'
  return {
    type: /^[\w$]{1,60}$/.test(name) ? name : 'Error',
    message: safeMessage(speaker, isOfDatabase ? code : undefined).slice(0, MAX_MESSAGE_LENGTH),
    code,
    constraint: violatedConstraint(thrown) ?? undefined,
    query: query?.slice(0, MAX_QUERY_LENGTH),
    queue: textOf(thrown, 'queue'),
    stack: framesOf(textOf(thrown, 'stack') ?? '', textOf(thrown, 'message') ?? ''),
    cause: query === undefined && source && depth < MAX_CAUSES ? describe(source, depth + 1) : undefined,
  }
}

/** Returns a loggable form of anything thrown, which may not be an Error. Idempotent. */
export function loggable(error: unknown): object {
  if (typeof error === 'object' && error !== null && made.has(error)) return error
  const words = typeof error === 'string' ? withoutQuoted(error).slice(0, MAX_MESSAGE_LENGTH) : 'no error given'
  const logged = typeof error === 'object' && error !== null ? describe(error, 1) : { type: typeof error, message: words }
  made.add(logged)
  return logged
}
