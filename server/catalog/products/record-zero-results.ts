import type { Role } from '#domain/user.ts'
import type { Deps } from '#server/platform/deps.ts'
import { normalizeText } from '#server/platform/text/search-text.ts'
import { countMiss, forgetRareMisses } from './zero-result-searches.ts'

const LONGEST = 60
const SHORTEST = 2
/** How long a miss waits for the rest of its word: who types finds nothing several times. */
const HOLD_MS = 2000
/** Most misses that wait at once; more are counted at once. */
const MOST_WAITING = 1000
const MOST_TERMS = 5000
const FORGET_EVERY = 200

/** What is noted of a search: normalized, at most 60 characters; null for what may name a person (an address, a long number) or says nothing. */
export function missedTerm(search: string): string | null {
  const term = normalizeText(search).replace(/\s+/g, ' ').slice(0, LONGEST).trim()
  return term.length < SHORTEST || /@|\d{6}/.test(term) ? null : term
}

/** What is needed of a request: who must not be kept, and where troubles are written. */
interface Request {
  ip: string
  log: { warn: (facts: object, text: string) => void }
}

/** A search as a route knows it. */
interface Miss {
  search: string
  actor: { role: Role } | null
  request: Request
}

/**
 * Notes searches that found nothing, for the figures of staff; never those of staff themselves, and never who searched.
 * Nobody waits for it: the answer goes out first, and where it cannot be written the log says so. `holdMs`: in ms.
 */
export function noteMisses({ db, now }: Pick<Deps, 'db' | 'now'>, holdMs = HOLD_MS): (miss: Miss) => void {
  const waiting = new Map<string, { term: string; timer: NodeJS.Timeout }>()
  let counted = 0
  const write = async (term: string, request: Request) => {
    try {
      await countMiss(db, term, now())
      counted += 1
      if (counted % FORGET_EVERY === 0) await forgetRareMisses(db, MOST_TERMS)
    } catch (error) {
      request.log.warn({ err: error }, 'a search without hits could not be counted')
    }
  }
  return ({ search, actor, request }) => {
    const term = missedTerm(search)
    if (term === null || actor?.role === 'super_admin' || actor?.role === 'application_admin') return
    const before = waiting.get(request.ip)
    if (before) clearTimeout(before.timer)
    if (before && !term.startsWith(before.term)) void write(before.term, request)
    if (!before && waiting.size >= MOST_WAITING) return void write(term, request)
    const timer = setTimeout(() => {
      waiting.delete(request.ip)
      void write(term, request)
    }, holdMs)
    timer.unref() // the shop may stop: one search more or less
    waiting.set(request.ip, { term, timer })
  }
}
