import type { IncomingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { RevisionName } from '#server/platform/db/revisions.ts'
import type { Deps } from '#server/platform/deps.ts'
import { chooseEncoding, type Effort, type Encoding, encode } from '#server/platform/http/choose-encoding.ts'
import type { ReadyRequest } from '#server/platform/http/measure-requests.ts'
import { hasVersion } from '#server/platform/http/route.ts'

const MAX_BYTES = 64 * 1024 * 1024
const MAX_KEY = 1000
/** Bytes of an answer beside its bodies. */
const OVERHEAD = 2048

/** An answer that is the same for everybody, as its route has made it. */
export interface Made extends Pick<ReadyRequest, 'template' | 'endpoint' | 'isUnlogged'> {
  /** Names and values in turn. */
  headers: string[]
  body: Buffer
  effort: Effort
  etag: string | null
  /** Kinds of data that it shows. */
  shows: readonly RevisionName[]
  /** Time since the beginning of its making for which it may be used. */
  lifetimeMs: number
  /** Of a list: items in all, and the links of a page as it was asked for first. */
  total: number | null
  links: { url: string; header: string[] }
  isUncounted: boolean
}

/** An answer as it is sent, in one encoding or as a 304; headers are names and values in turn. */
export interface Variant {
  status: 200 | 304
  headers: string[]
  body: Buffer | null
}

/** An answer that is ready to be sent. */
export interface Answer extends Made {
  /** Encoding of `body`, which is kept as it was asked for last; absent until it was. */
  encoding?: Encoding
  key: string
  /** State of what it shows, before that was read. */
  state: number
  endsAt: number
  variants: Map<Encoding, Variant | Promise<Variant>>
}

/** An answer that is being made, once for all who ask for it meanwhile. */
export interface Making {
  /** State of all data, before any were read. */
  state: number | null
  /** Its answer; null where that turned out to be not for everybody. */
  done: Promise<Answer | null>
  settle: (made: Made | null) => Answer | null
}

const sizeOf = ({ variants, body, encoding, key, links }: Answer) =>
  [...variants.values()].reduce((bytes, it) => bytes + (('body' in it && it.body?.length) || 0), OVERHEAD + (encoding ? 0 : body.length)) +
  4 * (key.length + links.url.length)

/** Opens a store of ready answers, bounded by bytes; each is true while the data that it shows have not changed. */
export function openAnswerStore({ database: { revisions }, now }: Pick<Deps, 'database' | 'now'>) {
  const makings = new Map<string, Making>()
  const answers = new LRUCache<string, Answer>({ maxSize: MAX_BYTES, sizeCalculation: sizeOf })
  return {
    /** Returns the answer with this key, if it is still true. */
    find: (key: string): Answer | null => {
      const answer = answers.get(key)
      return answer && answer.state === revisions.stateOf(answer.shows) && now().getTime() < answer.endsAt ? answer : null
    },
    /** Returns the making of an answer that began in the present state. */
    findMaking: (key: string) => (makings.get(key)?.state === revisions.state ? makings.get(key) : undefined),
    /** Begins to make an answer; null for a very long key, and while changes by other servers are not heard of. */
    begin: (key: string): Making | null => {
      const stateOf = revisions.remember()
      if (!stateOf || key.length > MAX_KEY) return null
      const startedAt = now().getTime()
      const { promise: done, resolve } = Promise.withResolvers<Answer | null>()
      const settle = (made: Made | null) => {
        if (makings.get(key) === making) makings.delete(key)
        if (!made) return resolve(null) ?? null
        const answer: Answer = { ...made, key, state: stateOf(made.shows), endsAt: startedAt + made.lifetimeMs, variants: new Map() }
        answers.set(key, answer)
        resolve(answer)
        return answer
      }
      const making: Making = { state: revisions.state, done, settle }
      makings.set(key, making)
      return making
    },
    /** Returns an answer for a request with these headers; a promise while it is compressed, which happens once for an encoding. */
    variantOf: (answer: Answer, { 'if-none-match': given, 'accept-encoding': accepted }: IncomingHttpHeaders) => {
      const { variants, etag, key, effort, headers } = answer
      if (etag !== null && hasVersion(given, etag)) return { status: 304, headers, body: null } satisfies Variant
      const chosen = effort === 'none' ? 'identity' : chooseEncoding(accepted)
      const known = variants.get(chosen)
      if (known) return known
      const compressing = encode(answer.body, chosen, effort, answer.encoding).then((body): Variant => {
        const name = chosen === 'identity' ? [] : ['content-encoding', chosen]
        const variant: Variant = { status: 200, headers: [...headers, ...name, 'content-length', String(body.length)], body }
        answer.body = body
        answer.encoding = chosen
        variants.set(chosen, variant)
        if (answers.peek(key) === answer && answers.delete(key)) answers.set(key, answer) // its size is another one
        return variant
      })
      variants.set(chosen, compressing)
      compressing.catch(() => variants.delete(chosen)) // the next one may succeed
      return compressing
    },
  }
}
