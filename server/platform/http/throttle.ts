import { LRUCache } from 'lru-cache'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { countLimited, type LimitName } from '#server/platform/metrics/count-events.ts'
import { tooMany } from './limits.ts'
import { networkOf } from './network.ts'
import { RefusalError } from './refusal.ts'

const SECOND_MS = 1000

const FREE_FAILURES = 5
const FIRST_WAIT_MS = SECOND_MS
const MAX_WAIT_MS = 15 * MINUTE_MS
const RESET_AFTER_MS = HOUR_MS
const LOGINS_PER_ADDRESS = { limit: 30, windowMs: MINUTE_MS }
const LOGINS_PER_ACCOUNT = { limit: 100, windowMs: HOUR_MS }
const MAILS_PER_PAIR = { limit: 5, windowMs: HOUR_MS }
const MAILS_PER_ADDRESS = { limit: 30, windowMs: HOUR_MS }
const REGISTRATIONS_PER_ADDRESS = { limit: 10, windowMs: HOUR_MS }

/** Limit for forms that anyone may send and a person must process. */
export const FORMS_PER_ADDRESS = { limit: 5, windowMs: 10 * MINUTE_MS }

/** Limit for card payment attempts, each of which calls the payment provider. */
export const PAYMENTS_PER_USER = { limit: 10, windowMs: MINUTE_MS }

/** Maximum entries of each counter; the least recently used is evicted. */
const MAX_ENTRIES = 20_000

/** Counts uses by key, in windows that begin with the first use. `take` returns the milliseconds to wait, 0 if the use was counted. */
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

function refuseFor(milliseconds: number, limit: LimitName): void {
  if (milliseconds <= 0) return
  countLimited(limit)
  throw new RefusalError(tooMany(Math.ceil(milliseconds / SECOND_MS)))
}

/** Counts uses by key. `take` returns the milliseconds to wait, 0 if the use was counted. */
export const createCounter = (bounds: { limit: number; windowMs: number }) => counter(bounds, MAX_ENTRIES)

/** Limits how often one network may do something. The returned function counts a use. @throws refusal `too_many_requests` */
export function createAddressLimit(bounds: { limit: number; windowMs: number }): (address: string, now: number) => void {
  const uses = createCounter(bounds)
  return (address, now) => refuseFor(uses.take(networkOf(address), now), 'per_network')
}

/** Limits how often one user may do something. The returned function counts a use. @throws refusal `too_many_requests` */
export function createUserLimit(bounds: { limit: number; windowMs: number }): (userId: string, now: number) => void {
  const uses = createCounter(bounds)
  return (userId, now) => refuseFor(uses.take(userId, now), 'per_user')
}

/** Slows down password guessing and mass registration. In memory, reset by a restart. `now` is in milliseconds. */
export interface Throttle {
  /** Counts a sign-in attempt, as failed until `succeed` is called. @throws refusal `too_many_requests` */
  beginLogin: (account: string, address: string, now: number) => void
  /** Clears the failures of this account from this address. */
  succeed: (account: string, address: string) => void
  /** Counts an email with a link, requested at `address` for `account`. @throws refusal `too_many_requests` */
  beginMail: (account: string, address: string, now: number) => void
  /** Counts a registration. @throws refusal `too_many_requests` */
  beginRegistration: (address: string, now: number) => void
}

/**
 * Creates a throttle. Failures are counted by account and address together, so that a stranger cannot lock anyone out. Beyond the limit of
 * an account over all addresses, each address has one free failure instead of five; the limit alone refuses nobody.
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
      refuseFor(addresses.take(networkOf(address), now), 'sign_in')
      const key = pairKey(account, address)
      const pair = pairs.get(key)
      refuseFor((pair?.opensAt ?? 0) - now, 'sign_in')
      const free = accounts.take(account, now) > 0 ? 1 : FREE_FAILURES
      const failures = (pair && now < pair.lastAt + RESET_AFTER_MS ? pair.failures : 0) + 1
      const waitMs = failures < free ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (failures - free), MAX_WAIT_MS)
      pairs.set(key, { failures, opensAt: now + waitMs, lastAt: now })
    },
    succeed: (account, address) => {
      pairs.delete(pairKey(account, address))
    },
    beginMail: (account, address, now) => {
      refuseFor(mailAddresses.take(networkOf(address), now), 'link_mails')
      refuseFor(mailPairs.take(pairKey(account, address), now), 'link_mails')
    },
    beginRegistration: (address, now) => refuseFor(registrations.take(networkOf(address), now), 'registrations'),
  }
}
