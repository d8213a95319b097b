import { LRUCache } from 'lru-cache'
import { tooMany } from './limits.ts'
import { networkOf } from './network.ts'
import { RefusalError } from './refusal.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

const FREE_FAILURES = 5
const FIRST_WAIT_MS = SECOND_MS
const LONGEST_WAIT_MS = 15 * MINUTE_MS
const FORGET_AFTER_MS = HOUR_MS
const LOGINS_PER_ADDRESS = { limit: 30, windowMs: MINUTE_MS }
const LOGINS_PER_ACCOUNT = { limit: 100, windowMs: HOUR_MS }
const MAILS_PER_PAIR = { limit: 5, windowMs: HOUR_MS }
const MAILS_PER_ADDRESS = { limit: 30, windowMs: HOUR_MS }
const REGISTRATIONS_PER_ADDRESS = { limit: 10, windowMs: HOUR_MS }

/** Forms that anybody may send and that the team or a mailbox has to deal with. */
export const FORMS_PER_ADDRESS = { limit: 5, windowMs: 10 * MINUTE_MS }

/** Attempts to pay by card: each asks the payment provider. */
export const PAYMENTS_PER_USER = { limit: 10, windowMs: MINUTE_MS }

/** Entries of each LRU cache. */
const MAX_ENTRIES = 20_000

/** Counts per key in windows that begin with a key's first use: `take` answers the milliseconds to wait, 0 when it counted. */
function counter({ limit, windowMs }: { limit: number; windowMs: number }, maxEntries: number) {
  const windows = new LRUCache<string, { count: number; endsAt: number }>({ max: maxEntries })
  return {
    take: (key: string, now: number): number => {
      const found = windows.get(key)
      const window = found && now < found.endsAt ? found : { count: 0, endsAt: now + windowMs }
      if (window.count >= limit) return window.endsAt - now
      windows.set(key, { ...window, count: window.count + 1 })
      return 0
    },
  }
}

function refuseFor(milliseconds: number): void {
  if (milliseconds <= 0) return
  throw new RefusalError(tooMany(Math.ceil(milliseconds / SECOND_MS)))
}

/** Counts uses by any key: `take` answers the milliseconds to wait, 0 when the use counted. */
export const createCounter = (bounds: { limit: number; windowMs: number }) => counter(bounds, MAX_ENTRIES)

/** Bounds how often one network may do something. The answer counts a use. @throws refusal `too_many_requests`. */
export function createAddressLimit(bounds: { limit: number; windowMs: number }): (address: string, now: number) => void {
  const uses = createCounter(bounds)
  return (address, now) => refuseFor(uses.take(networkOf(address), now))
}

/** Bounds how often one user may do something. The answer counts a use. @throws refusal `too_many_requests`. */
export function createUserLimit(bounds: { limit: number; windowMs: number }): (userId: string, now: number) => void {
  const uses = createCounter(bounds)
  return (userId, now) => refuseFor(uses.take(userId, now))
}

/** Slows the guessing of passwords and the making of accounts. In memory: a restart forgets. `now` is in milliseconds. */
export interface Throttle {
  /** Counts an attempt to sign in, as failed until `succeed` says otherwise. @throws refusal `too_many_requests`. */
  beginLogin: (account: string, address: string, now: number) => void
  /** Forgets the failures of this account from this address. */
  succeed: (account: string, address: string) => void
  /** Counts a mail with a link that somebody at `address` asks for in the name of `account`. @throws refusal `too_many_requests`. */
  beginMail: (account: string, address: string, now: number) => void
  /** Counts a registration. @throws refusal `too_many_requests`. */
  beginRegistration: (address: string, now: number) => void
}

/**
 * Failures count for an account and an address together, so a stranger locks nobody out (api.md, ruling 12). The limit of an account
 * over all addresses therefore refuses nobody by itself: beyond it every address has one free failure in place of five.
 */
export function createThrottle(maxEntries = MAX_ENTRIES): Throttle {
  const addresses = counter(LOGINS_PER_ADDRESS, maxEntries)
  const accounts = counter(LOGINS_PER_ACCOUNT, maxEntries)
  const mailPairs = counter(MAILS_PER_PAIR, maxEntries)
  const mailAddresses = counter(MAILS_PER_ADDRESS, maxEntries)
  const registrations = counter(REGISTRATIONS_PER_ADDRESS, maxEntries)
  const pairs = new LRUCache<string, { failures: number; opensAt: number; lastAt: number }>({ max: maxEntries })
  const pairKey = (account: string, address: string) => `${networkOf(address)} ${account}`

  return {
    beginLogin: (account, address, now) => {
      refuseFor(addresses.take(networkOf(address), now))
      const key = pairKey(account, address)
      const pair = pairs.get(key)
      refuseFor((pair?.opensAt ?? 0) - now)
      const free = accounts.take(account, now) > 0 ? 1 : FREE_FAILURES
      const failures = (pair && now < pair.lastAt + FORGET_AFTER_MS ? pair.failures : 0) + 1
      const waitMs = failures < free ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (failures - free), LONGEST_WAIT_MS)
      pairs.set(key, { failures, opensAt: now + waitMs, lastAt: now })
    },
    succeed: (account, address) => {
      pairs.delete(pairKey(account, address))
    },
    beginMail: (account, address, now) => {
      refuseFor(mailAddresses.take(networkOf(address), now))
      refuseFor(mailPairs.take(pairKey(account, address), now))
    },
    beginRegistration: (address, now) => refuseFor(registrations.take(networkOf(address), now)),
  }
}
