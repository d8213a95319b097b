import { LRUCache } from 'lru-cache'
import { hasLongNumber } from '#domain/search/click.ts'
import type { SearchLanguage } from '#domain/search/search-language.ts'
import { normalizeText } from '#domain/search/words.ts'
import { DAY_MS } from '#domain/time.ts'
import { isStaffRole, type Role } from '#domain/user.ts'
import type { Deps } from '#server/platform/deps.ts'
import { IN_PROCESS } from '#server/platform/http/limits.ts'
import { networkOf } from '#server/platform/http/network.ts'
import { areKnown, withoutCodes } from './recorded-words.ts'
import { countZeroResult, deleteRareSearches, isCounted } from './zero-result-searches.ts'

const MAX_LENGTH = 60
const MIN_LENGTH = 2
/** Delay before a search is recorded, so that searches of somebody still typing are dropped. */
const DELAY_MS = 2000
/** Maximum number of delayed searches; beyond it they are recorded right away. */
const MAX_DELAYED = 1000
const MAX_TERMS = 5000
const CLEANUP_EVERY = 200
/** Searches with unknown words that wait, in memory, for a second network. */
const MAX_WAITING = 5000
const WAITING_MS = 7 * DAY_MS

/**
 * Returns the normalized search to record, at most 60 characters; null for one that may identify a person (an email address, a long number)
 * or is empty.
 */
function recordableTerm(search: string): string | null {
  const whole = normalizeText(search).replace(/\s+/g, ' ')
  const term = whole.slice(0, MAX_LENGTH).trim()
  return term.length < MIN_LENGTH || /@|\d{6}/.test(whole) || hasLongNumber(search) ? null : term
}

/** The request's IP address and logger. */
interface Request {
  ip: string
  isMadeAnew: boolean
  log: { warn: (facts: object, text: string) => void }
}

/** A search without results. */
interface ZeroResultSearch {
  search: string
  language?: SearchLanguage | undefined
  actor: { role: Role } | null
  request: Request
}

/**
 * Records searches without results for reporting; never those of staff, and never who searched. A search with words that the shop does not
 * know, which may name a person, is stored once it was made from two networks. Runs after the response, and logs failures.
 * @param delayMs delay in ms
 */
export function recordZeroResults({ db, now }: Pick<Deps, 'db' | 'now'>, delayMs = DELAY_MS): (search: ZeroResultSearch) => void {
  const delayed = new Map<string, { term: string; language: SearchLanguage; timer: NodeJS.Timeout }>()
  const waiting = new LRUCache<string, { network: string; times: number }>({ max: MAX_WAITING, ttl: WAITING_MS })
  let counted = 0
  /** Returns how many searches for a term are to be counted; 0 while it waits for another network. */
  const timesOf = async (term: string, network: string): Promise<number> => {
    if ((await isCounted(db, term)) || (await areKnown(db, await withoutCodes(db, term)))) return 1
    if (network === IN_PROCESS) return 0 // a page that the server rendered: nobody knows for which network
    const before = waiting.get(term)
    const times = (before?.times ?? 0) + 1
    if (!before || before.network === network) {
      waiting.set(term, { network, times })
      return 0
    }
    waiting.delete(term)
    return times
  }
  const write = async (term: string, language: SearchLanguage, request: Request) => {
    try {
      const times = await timesOf(term, networkOf(request.ip))
      if (times === 0) return
      await countZeroResult(db, { term, language, times }, now())
      counted += 1
      if (counted % CLEANUP_EVERY === 0) await deleteRareSearches(db, MAX_TERMS)
    } catch (error) {
      request.log.warn({ err: error }, 'could not count a search without results')
    }
  }
  return ({ search, language = 'en', actor, request }) => {
    const term = recordableTerm(search)
    if (term === null || isStaffRole(actor?.role)) return
    request.isMadeAnew = true
    const before = delayed.get(request.ip)
    if (before) clearTimeout(before.timer)
    if (before && !term.startsWith(before.term)) void write(before.term, before.language, request)
    if (!before && delayed.size >= MAX_DELAYED) return void write(term, language, request)
    const timer = setTimeout(() => {
      delayed.delete(request.ip)
      void write(term, language, request)
    }, delayMs)
    timer.unref() // a shutdown may drop a search
    delayed.set(request.ip, { term, language, timer })
  }
}
