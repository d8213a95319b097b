import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts'
import { pauseAfter, readRetryAfter, webhookName, webhookUrlProblem } from './webhook.ts'

test('a delivery is tried ten times over three days, with pauses that grow', () => {
  const pauses = Array.from({ length: 10 }, (_, at) => pauseAfter(at + 1, { random: 0 }))
  expect(pauses.at(-1)).toBeNull()
  const made = pauses.flatMap((pause) => pause ?? [])
  expect(made).toEqual(made.toSorted((one, other) => one - other))
  const sum = made.reduce((total, pause) => total + pause, 0)
  expect(sum / DAY_MS).toBeGreaterThan(2.9)
  expect(sum / DAY_MS).toBeLessThan(3.1)
})

test('chance makes a pause a tenth longer at most', () => {
  expect(pauseAfter(2, { random: 1 })).toBe(5.5 * MINUTE_MS)
  expect(pauseAfter(2, { random: 0.5 })).toBe(5.25 * MINUTE_MS)
})

test('a receiver may ask for a longer pause, of a day at most, and not for a shorter one or more attempts', () => {
  expect(pauseAfter(1, { retryAfterMs: HOUR_MS, random: 0 })).toBe(HOUR_MS)
  expect(pauseAfter(1, { retryAfterMs: 9 * DAY_MS, random: 0 })).toBe(DAY_MS)
  expect(pauseAfter(3, { retryAfterMs: 1000, random: 0 })).toBe(30 * MINUTE_MS)
  expect(pauseAfter(10, { retryAfterMs: HOUR_MS, random: 0 })).toBeNull()
})

test.each([
  [undefined, 0],
  ['120', 120_000],
  ['Mon, 02 Mar 2026 10:00:30 GMT', 30_000],
  ['Mon, 02 Mar 2026 09:00:00 GMT', 0],
  ['soon', 0],
  ['-5', 0],
])('a Retry-After of %s is %i ms', (header, expected) => {
  expect(readRetryAfter(header, new Date('2026-03-02T10:00:00Z'))).toBe(expected)
})

test.each([
  ['https://example.com/hook?key=1', null],
  ['https://example.com:8443/', null],
  ['http://erp.internal:8080/hook', null],
  ['http://example.com/', 'The address must begin with https://.'],
  ['ftp://erp.internal/', 'The address must begin with https://.'],
  ['https://user:pass@example.com/', 'Please enter an address without a user name and password.'],
  ['https://example.com/#part', 'Please enter an address without a "#".'],
  ['example.com', 'Please enter an address like https://example.com/webhooks.'],
])('%s: %s', (url, problem) => {
  expect(webhookUrlProblem(url, (host) => host === 'erp.internal')).toBe(problem)
})

test.each([
  ['https://example.com/', 'example.com'],
  ['https://example.com:8443/hooks/orders?key=secret', 'example.com:8443/hooks/orders'],
  ['https://example.com/?key=secret', 'example.com'],
  [`https://example.com/${'a'.repeat(400)}`, `example.com/${'a'.repeat(67)}…`],
])('%s is named %s, never by its query', (url, name) => {
  expect(webhookName(url)).toBe(name)
})
