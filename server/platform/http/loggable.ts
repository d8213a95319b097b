import { sqlState, violatedConstraint } from '#server/platform/db/client.ts'

/*
 * All that a log may keep of an error. Messages quote what somebody typed, so that of a foreign error only the words around it stay;
 * a failed query also names its values in its own message and in the database's `detail`.
 */

/** An error as it stands in the log. */
interface LoggedError {
  type: string
  message: string
  /** The SQLSTATE of the database, or the code of Node.js or a library. */
  code?: string | undefined
  constraint?: string | undefined
  /** The text of the statement: its values are apart from it. */
  query?: string | undefined
  /** The kind of work in the background that it concerns. */
  queue?: string | undefined
  stack?: string | undefined
  cause?: LoggedError | undefined
}

const MOST_CAUSES = 3
const MOST_FRAMES = 20
const LONGEST_MESSAGE = 300
const LONGEST_QUERY = 400
const FRAME = /^\s+at .*(?::\d+:\d+\)?|<anonymous>\)?|\(native\))$/

/** Classes of SQLSTATE whose sentences quote names of tables, columns and constraints, never a value. */
const NAMES_ONLY = /^(?:08|23|25|26|40|42(?!601)|53|54|55|57|58)/

const made = new WeakSet<object>()

const memberOf = (from: object, name: string): unknown => Reflect.get(from, name)
function textOf(from: object, name: string): string | undefined {
  const value = memberOf(from, name)
  return typeof value === 'string' ? value : undefined
}

/** The words of a sentence without what is quoted in it: from the first mark of a kind to the last, as the quoted may hold marks too. */
function withoutQuoted(sentence: string): string {
  const [line = ''] = sentence.split(/[\r\n]/, 1)
  return line
    .replace(/".*(?:"|$)/, '"…"')
    .replace(/`.*(?:`|$)/, '`…`')
    .replace(/(?<!\w)'.*(?:'(?!\w)|$)/, "'…'")
}

/** Issues of a check by a schema: where and what kind, not what was there. */
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
  if (textOf(thrown, 'name') === 'SyntaxError') return 'a text could not be read' // it quotes the text, at times without marks
  const message = textOf(thrown, 'message') ?? ''
  if (state && !NAMES_ONLY.test(state)) return message.split(/[":\r\n]/, 1)[0]?.trim() || 'refused by the database'
  if (state) return message.split(/[\r\n]/, 1)[0] ?? ''
  const member = /^Cannot (?:read|set) properties of (?:undefined|null) \((?:reading|setting) '[\w$]{1,40}'\)$/.exec(message)
  return member ? message : withoutQuoted(message) || 'an error without words'
}

/** The places in the code; the sentence that stands before them is left out. */
function framesOf(stack: string, message: string): string | undefined {
  const at = message === '' ? -1 : stack.indexOf(message)
  const frames = (at < 0 ? stack : stack.slice(at + message.length)).split('\n').filter((line) => FRAME.test(line))
  return frames.length > 0 ? frames.slice(0, MOST_FRAMES).join('\n') : undefined
}

function codeOf(thrown: object): string | undefined {
  const code = textOf(thrown, 'code')
  return code !== undefined && /^[A-Z0-9_]{2,60}$/.test(code) ? code : undefined
}

function describe(thrown: object, depth: number): LoggedError {
  const cause = memberOf(thrown, 'cause')
  const source = typeof cause === 'object' && cause !== null ? cause : null
  const query = textOf(thrown, 'query')
  // the query builder's own sentence lists the values: the database's says what was wrong
  const speaker = query === undefined ? thrown : (source ?? { message: 'a query failed' })
  const code = sqlState(thrown) ?? codeOf(speaker)
  const isOfDatabase = textOf(speaker, 'severity') !== undefined // every error of PostgreSQL has one
  const name = textOf(speaker, 'name') ?? 'Error'
  return {
    type: /^[\w$]{1,60}$/.test(name) ? name : 'Error',
    message: safeMessage(speaker, isOfDatabase ? code : undefined).slice(0, LONGEST_MESSAGE),
    code,
    constraint: violatedConstraint(thrown) ?? undefined,
    query: query?.slice(0, LONGEST_QUERY),
    queue: textOf(thrown, 'queue'),
    stack: framesOf(textOf(thrown, 'stack') ?? '', textOf(thrown, 'message') ?? ''),
    cause: query === undefined && source && depth < MOST_CAUSES ? describe(source, depth + 1) : undefined,
  }
}

/** What a log may keep of whatever was thrown; libraries also throw objects that are no errors. The same again for what it has made. */
export function loggable(error: unknown): object {
  if (typeof error === 'object' && error !== null && made.has(error)) return error
  const words = typeof error === 'string' ? withoutQuoted(error).slice(0, LONGEST_MESSAGE) : 'no error was given'
  const logged = typeof error === 'object' && error !== null ? describe(error, 1) : { type: typeof error, message: words }
  made.add(logged)
  return logged
}
