import { expect, test } from 'vitest'
import { networkOf } from './network.ts'
import { RefusalError } from './refusal.ts'
import { createThrottle, type Throttle } from './throttle.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const HOME = '198.51.100.7'

/** Seconds to wait, 0 when the attempt was let through. */
function secondsOf(attempt: () => void): number {
  try {
    attempt()
    return 0
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    expect(error.refusal.code).toBe('too_many_requests')
    expect(error.refusal.extra).toEqual({ retryAfter: error.refusal.facts?.seconds })
    return Number(error.refusal.facts?.seconds)
  }
}

const login = (throttle: Throttle, account: string, address: string, now: number) =>
  secondsOf(() => throttle.beginLogin(account, address, now))

test('five failures are free, then the wait doubles from a second to a quarter of an hour', () => {
  const throttle = createThrottle()
  let now = 0
  for (let failure = 1; failure <= 5; failure += 1) expect(login(throttle, 'ann', HOME, now)).toBe(0)
  const waits = Array.from({ length: 12 }, () => {
    const wait = login(throttle, 'ann', HOME, now)
    now += wait * 1000
    expect(login(throttle, 'ann', HOME, now)).toBe(0)
    return wait
  })
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
})

test('an attempt during the wait is refused and does not lengthen it', () => {
  const throttle = createThrottle()
  for (let failure = 1; failure <= 5; failure += 1) login(throttle, 'ann', HOME, 0)
  expect(login(throttle, 'ann', HOME, 200)).toBe(1)
  expect(login(throttle, 'ann', HOME, 999)).toBe(1)
  expect(login(throttle, 'ann', HOME, 1000)).toBe(0)
})

test('a success, or an hour without a failure, gives the five back', () => {
  for (const forget of [(throttle: Throttle) => throttle.succeed('ann', HOME), () => {}]) {
    const throttle = createThrottle()
    for (let failure = 1; failure <= 5; failure += 1) login(throttle, 'ann', HOME, 0)
    void forget(throttle)
    for (let failure = 1; failure <= 5; failure += 1) expect(login(throttle, 'ann', HOME, HOUR)).toBe(0)
    expect(login(throttle, 'ann', HOME, HOUR)).toBe(1)
  }
})

test('a stranger who fails a hundred times locks nobody out: the owner signs in from elsewhere', () => {
  const throttle = createThrottle()
  for (let stranger = 0; stranger < 200; stranger += 1) expect(login(throttle, 'ann', `203.0.113.${stranger}`, 0)).toBe(0)
  expect(login(throttle, 'ann', HOME, 0)).toBe(0)
})

test('an account under attack from everywhere leaves each address one free failure', () => {
  const throttle = createThrottle()
  for (let stranger = 0; stranger < 100; stranger += 1) login(throttle, 'ann', `203.0.113.${stranger}`, 0)
  expect(login(throttle, 'ann', HOME, 0)).toBe(0)
  expect(login(throttle, 'ann', HOME, 0)).toBe(1)
  expect(login(throttle, 'bob', HOME, 0)).toBe(0)
  expect(login(throttle, 'bob', HOME, 0)).toBe(0)
})

test('an address has thirty attempts a minute, for all accounts together', () => {
  const throttle = createThrottle()
  for (let attempt = 0; attempt < 30; attempt += 1) expect(login(throttle, `user${attempt}`, HOME, 1000)).toBe(0)
  expect(login(throttle, 'user30', HOME, 31_000)).toBe(30)
  expect(login(throttle, 'user30', '198.51.100.8', 31_000)).toBe(0)
  expect(login(throttle, 'user30', HOME, 61_000)).toBe(0)
})

test('an address makes ten accounts an hour', () => {
  const throttle = createThrottle()
  const register = (now: number) => secondsOf(() => throttle.beginRegistration(HOME, now))
  for (let account = 0; account < 10; account += 1) expect(register(0)).toBe(0)
  expect(register(HOUR - 1000)).toBe(1)
  expect(register(HOUR)).toBe(0)
})

test('the memory is bounded: what was not used for longest is forgotten first', () => {
  const throttle = createThrottle(3)
  for (let failure = 1; failure <= 5; failure += 1) login(throttle, 'ann', HOME, 0)
  for (let stranger = 0; stranger < 3; stranger += 1) login(throttle, 'bob', `203.0.113.${stranger}`, 0)
  expect(login(throttle, 'ann', HOME, 0)).toBe(0)
})

test('an IPv6 network counts as one address', () => {
  expect(networkOf('2001:db8:1:2:aaaa::1')).toBe(networkOf('2001:DB8:1:2:bbbb::2'))
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'))
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0')
  expect(networkOf('::ffff:198.51.100.7')).toBe(HOME)
  expect(networkOf(HOME)).toBe(HOME)
})
