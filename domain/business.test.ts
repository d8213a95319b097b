import { expect, test } from 'vitest'
import {
  APPROVAL_STATUSES,
  APPROVAL_TRANSITIONS,
  BUSINESS_STATUSES,
  BUSINESS_TYPES,
  businessDaysBetween,
  isSellable,
  mayApprove,
  REVIEW_TRANSITIONS,
  reviewDelay,
} from './business.ts'
import { DEFAULT_REVIEW_DAYS } from './settings.ts'
import { canTransition, type Transitions } from './transitions.ts'

const moves = (table: Transitions<(typeof APPROVAL_STATUSES)[number]>) =>
  APPROVAL_STATUSES.flatMap((from) => APPROVAL_STATUSES.filter((to) => canTransition(table, from, to)).map((to) => `${from} > ${to}`))

test('S2 B184 the tables are those of the specification', () => {
  expect(BUSINESS_TYPES).toEqual(['producer', 'consumer'])
  expect(BUSINESS_STATUSES).toEqual(['Active', 'Inactive', 'Suspended', 'Deleted'])
  expect(APPROVAL_STATUSES).toEqual(['pending', 'approved', 'suspended', 'rejected'])
})

test('B179 B180 of all 16 moves of an approval exactly six are allowed', () => {
  expect(moves(APPROVAL_TRANSITIONS)).toEqual([
    'pending > approved',
    'pending > rejected',
    'approved > suspended',
    'suspended > approved',
    'rejected > pending',
    'rejected > approved',
  ])
})

test('a reviewer makes every transition but the new application of a rejected business', () => {
  expect(moves(REVIEW_TRANSITIONS)).toEqual(moves(APPROVAL_TRANSITIONS).filter((move) => move !== 'rejected > pending'))
})

test('B184 of all 16 pairs only Active and approved may sell', () => {
  const selling = BUSINESS_STATUSES.flatMap((status) =>
    APPROVAL_STATUSES.filter((approval) => isSellable(status, approval)).map((approval) => `${status} ${approval}`),
  )
  expect(selling).toEqual(['Active approved'])
})

test('business days leave Saturdays and Sundays out, whatever the hour', () => {
  const days = (since: string, until: string) => businessDaysBetween(new Date(since), new Date(until))
  expect(days('2026-11-16T12:00Z', '2026-11-18T12:00Z')).toBe(2) // Monday to Wednesday
  expect(days('2026-11-20T12:00Z', '2026-11-23T12:00Z')).toBe(1) // over a weekend
  expect(days('2026-11-21T00:00Z', '2026-11-22T23:00Z')).toBe(0)
  expect(days('2026-11-02T06:00Z', '2026-11-20T06:00Z')).toBe(14)
  expect(days('2026-11-20T12:00Z', '2026-11-19T12:00Z')).toBe(0)
})

test('B350 an application is late after 2 business days and overdue after 3', () => {
  const delay = (until: string) => reviewDelay(new Date('2026-11-19T09:00Z'), new Date(until), DEFAULT_REVIEW_DAYS) // a Thursday
  expect(delay('2026-11-23T09:00Z')).toBe('in_time')
  expect(delay('2026-11-23T10:00Z')).toBe('late')
  expect(delay('2026-11-24T10:00Z')).toBe('overdue')
})

test('an application admin changes an approval unless the setting keeps it for super admins', () => {
  expect(mayApprove('application_admin', false)).toBe(true)
  expect(mayApprove('application_admin', true)).toBe(false)
  expect(mayApprove('super_admin', true)).toBe(true)
})
