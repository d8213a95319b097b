import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import { WRONG_CODES_AN_HOUR } from '#domain/second-factor.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { needsConnection } from '#server/platform/db/hold-connection.ts'
import { countLimited, type LimitName } from '#server/platform/metrics/count-events.ts'
import { openSharedCounter } from '#server/platform/vendors/shared-counters.ts'
import { tooMany } from './limits.ts'
import { networkOf } from './network.ts'
import { RefusalError } from './refusal.ts'

const SECOND_MS = 1000

const FREE_FAILURES = 5
const FIRST_WAIT_MS = SECOND_MS
const MAX_WAIT_MS = 15 * MINUTE_MS
const RESET_AFTER_MS = HOUR_MS
const LOGINS_PER_NETWORK = { limit: 30, windowMs: MINUTE_MS }
const LOGINS_PER_ACCOUNT = { limit: 100, windowMs: HOUR_MS }
const MAILS_PER_PAIR = { limit: 3, windowMs: HOUR_MS }
const MAILS_PER_NETWORK = { limit: 30, windowMs: HOUR_MS }
const REGISTRATIONS_PER_NETWORK = { limit: 10, windowMs: HOUR_MS }

/** Limit for forms that anyone may send and a person must process. */
export const FORMS_PER_ADDRESS = { limit: 5, windowMs: 10 * MINUTE_MS }

/** Limit for card payment attempts, each of which calls the payment provider. */
export const PAYMENTS_PER_USER = { limit: 10, windowMs: MINUTE_MS }

/** Limit for files that a person sends one after the other: photos of a return, spreadsheets. */
export const FILES_PER_USER = { limit: 30, windowMs: HOUR_MS }

/** Limit for calls with pictures of products and articles: a new catalog of 500 products has one or two for each. */
export const PICTURES_PER_USER = { limit: 500, windowMs: HOUR_MS }

/** Maximum entries of each counter; the least recently used is evicted. */
const MAX_ENTRIES = 20_000

/** Bounds of a counter. */
interface Bounds {
  limit: number
  windowMs: number
}

/** Counts uses by key, in windows that begin with the first use. `take` returns the milliseconds to wait, 0 if the use was counted. */
function counter({ limit, windowMs }: Bounds, maxEntries: number) {
  const windows = new LRUCache<string, { count: number; endsAt: number }>({ max: maxEntries })
  return {
    take: (key: string, now: number): number => {
      const found = windows.get(key)
      const window = found && now < found.endsAt ? found : { count: 0, endsAt: now + windowMs }
      if (window.count >= limit) return window.endsAt - now
      windows.set(key, { ...window, count: window.count + 1 })
      return 0
    },
    giveBack: (key: string): void => {
      const window = windows.get(key)
      if (window) windows.set(key, { ...window, count: window.count - 1 })
    },
  }
}

function refuseFor(milliseconds: number, limit: LimitName): void {
  if (milliseconds <= 0) return
  countLimited(limit)
  throw new RefusalError(tooMany(Math.ceil(milliseconds / SECOND_MS)))
}

/** Switch and clock of a counter, and the pool of the database in which all servers count; in memory without one. */
interface Counting {
  config: { limitsRates: boolean }
  now: () => Date
  sharedLimits?: Pool | undefined
}

/**
 * Counts uses by key. The returned function resolves with the milliseconds to wait, 0 if the use was counted, or if nothing is
 * (`RATE_LIMIT=off`).
 * @param name of the counter, in the database
 */
export function createCounter({ config, now, sharedLimits }: Counting, name: string, bounds: Bounds): (key: string) => Promise<number> {
  if (!config.limitsRates) return async () => (needsConnection(), 0)
  if (sharedLimits) return openSharedCounter(sharedLimits, name, bounds).take
  const uses = counter(bounds, MAX_ENTRIES)
  return async (key) => {
    needsConnection()
    return uses.take(key, now().getTime())
  }
}

/** Counts a use by an address or a user. @throws refusal `too_many_requests` */
type CountUse = (key: string) => Promise<void>

/** Limits how often one network may do something. The returned function takes its address. */
export function createAddressLimit(counting: Counting, name: string, bounds: Bounds): CountUse {
  const take = createCounter(counting, name, bounds)
  return async (address) => refuseFor(await take(networkOf(address)), 'per_network')
}

/** Limits how often one user may do something. The returned function takes its id. */
export function createUserLimit(counting: Counting, name: string, bounds: Bounds): CountUse {
  const take = createCounter(counting, name, bounds)
  return async (userId) => refuseFor(await take(userId), 'per_user')
}

/** Somebody who enters a code of an authenticator app: in a session, or from a network that signs in. */
interface CodePlace {
  userId: string
  session: string | null
  address: string
  /** The user has signed in from there, with such a browser, lately. */
  isFamiliar: boolean
}

/** Returns the keys of the counters in which a code counts, the narrowest first. */
function codeKeys({ userId, session, address, isFamiliar }: CodePlace): [name: keyof typeof WRONG_CODES_AN_HOUR, key: string][] {
  if (session !== null) return [['place', `session ${session}`]]
  const lane = isFamiliar ? 'familiar' : 'strange'
  return [
    ['place', `${lane} ${pairKey(userId, address)}`],
    [lane, userId],
  ]
}

/** Slows down password guessing and mass registration. `now` is in milliseconds. */
export interface Throttle {
  /** Counts a sign-in attempt, as failed until `succeed` is called. @throws refusal `too_many_requests` */
  beginLogin: (account: string, address: string, now: number) => void | Promise<void>
  /** Clears the failures of this account from this address. */
  succeed: (account: string, address: string) => void | Promise<void>
  /** Counts a code before it is judged, as wrong until `succeedCode` is called. @throws refusal `too_many_requests` */
  beginCode: (place: CodePlace, now: number) => void | Promise<void>
  succeedCode: (place: CodePlace) => void | Promise<void>
  /** Counts an email with a link, requested at `address` for `account`. @throws refusal `too_many_requests` */
  beginMail: (account: string, address: string, now: number) => void | Promise<void>
  /** Counts a registration. @throws refusal `too_many_requests` */
  beginRegistration: (address: string, now: number) => void | Promise<void>
}

const pairKey = (account: string, address: string) => `${networkOf(address)} ${account}`

/** Opens the counters of wrong codes. */
function codeCounters<Counter>(open: (name: string, bounds: Bounds) => Counter): Record<keyof typeof WRONG_CODES_AN_HOUR, Counter> {
  const of = (name: keyof typeof WRONG_CODES_AN_HOUR) => open(name, { limit: WRONG_CODES_AN_HOUR[name], windowMs: HOUR_MS })
  return { place: of('place'), strange: of('strange'), familiar: of('familiar') }
}

/**
 * Creates a throttle in memory, reset by a restart. Failures are counted by account and address together, so that a stranger cannot lock
 * anyone out. Beyond the limit of an account over all addresses, each address has one free failure instead of five; the limit alone refuses
 * nobody.
 */
export function createThrottle(maxEntries = MAX_ENTRIES): Throttle {
  const addresses = counter(LOGINS_PER_NETWORK, maxEntries)
  const accounts = counter(LOGINS_PER_ACCOUNT, maxEntries)
  const mailPairs = counter(MAILS_PER_PAIR, maxEntries)
  const mailAddresses = counter(MAILS_PER_NETWORK, maxEntries)
  const registrations = counter(REGISTRATIONS_PER_NETWORK, maxEntries)
  const codes = codeCounters((_name, bounds) => counter(bounds, maxEntries))
  const pairs = new LRUCache<string, { failures: number; opensAt: number; lastAt: number }>({ max: maxEntries })

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
    beginCode: (place, now) => {
      for (const [name, key] of codeKeys(place)) refuseFor(codes[name].take(key, now), 'sign_in')
    },
    succeedCode: (place) => {
      for (const [name, key] of codeKeys(place)) codes[name].giveBack(key)
    },
    beginMail: (account, address, now) => {
      refuseFor(mailAddresses.take(networkOf(address), now), 'link_mails')
      refuseFor(mailPairs.take(pairKey(account, address), now), 'link_mails')
    },
    beginRegistration: (address, now) => refuseFor(registrations.take(networkOf(address), now), 'registrations'),
  }
}

/**
 * Creates a throttle that all servers share, with the limits of `createThrottle`, but failures are forgotten a day after the first one, not
 * an hour after the last. Simultaneous attempts are counted one by one: of those that would wait, one goes on.
 */
export function createSharedThrottle(pool: Pool): Throttle {
  const open = (name: string, bounds: Bounds) => openSharedCounter(pool, name, bounds)
  const addresses = open('login-network', LOGINS_PER_NETWORK)
  const accounts = open('login-account', LOGINS_PER_ACCOUNT)
  const failures = open('login-failure', { limit: FREE_FAILURES, windowMs: DAY_MS })
  const waits = open('login-wait', { limit: 1, windowMs: MAX_WAIT_MS })
  const mailPairs = open('mail', MAILS_PER_PAIR)
  const mailAddresses = open('mail-network', MAILS_PER_NETWORK)
  const registrations = open('registration', REGISTRATIONS_PER_NETWORK)
  const codes = codeCounters((name, bounds) => open(`code-${name}`, bounds))

  return {
    beginLogin: async (account, address) => {
      refuseFor(await addresses.take(networkOf(address)), 'sign_in')
      const key = pairKey(account, address)
      refuseFor(await waits.waitOf(key), 'sign_in')
      const free = (await accounts.take(account)) > 0 ? 1 : FREE_FAILURES
      const { uses: failed } = await failures.count(key)
      if (failed >= free) refuseFor(await waits.take(key, Math.min(FIRST_WAIT_MS * 2 ** (failed - free), MAX_WAIT_MS)), 'sign_in')
    },
    succeed: async (account, address) => {
      const key = pairKey(account, address)
      await Promise.all([failures.forget(key), waits.forget(key)])
    },
    beginCode: async (place) => {
      for (const [name, key] of codeKeys(place)) refuseFor(await codes[name].take(key), 'sign_in')
    },
    succeedCode: async (place) => {
      await Promise.all(codeKeys(place).map(([name, key]) => codes[name].giveBack(key)))
    },
    beginMail: async (account, address) => {
      refuseFor(await mailAddresses.take(networkOf(address)), 'link_mails')
      refuseFor(await mailPairs.take(pairKey(account, address)), 'link_mails')
    },
    beginRegistration: async (address) => refuseFor(await registrations.take(networkOf(address)), 'registrations'),
  }
}
