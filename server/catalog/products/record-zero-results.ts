import type { Role } from '#domain/user.ts'
import type { Deps } from '#server/platform/deps.ts'
import { normalizeText } from '#server/platform/text/search-text.ts'
import { countMiss, forgetRareMisses } from './zero-result-searches.ts'

const LONGEST = 60
const SHORTEST = 2
/** Delay before a search is recorded, so that searches of somebody still typing are dropped. */
const HOLD_MS = 2000
/** Maximum number of delayed searches; beyond it they are recorded right away. */
const MOST_WAITING = 1000
const MOST_TERMS = 5000
const FORGET_EVERY = 200

/**
 * Returns the normalized search to record, at most 60 characters; null for one that may identify a person (an email address, a long number) or is
 * empty.
 */
export function missedTerm(search: string): string | null {
  const term = normalizeText(search).replace(/\s+/g, ' ').slice(0, LONGEST).trim()
  return term.length < SHORTEST || /@|\d{6}/.test(term) ? null : term
}

/** The request's actor and IP address, and its logger. */
interface Request {
  ip: string
  log: { warn: (facts: object, text: string) => void }
}

/** A search without results. */
interface Miss {
  search: string
  actor: { role: Role } | null
  request: Request
}

/**
 * Records searches without results for reporting; never those of staff, and never who searched. Runs after the response, and logs failures.
 * @param holdMs delay in ms
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
    timer.unref() // a shutdown may drop a search
    waiting.set(request.ip, { term, timer })
  }
}
