import { expect, test } from 'vitest'
import { APPROVAL_STATUSES, APPROVAL_TRANSITIONS, BUSINESS_STATUSES, BUSINESS_TYPES, isSellable, REVIEW_TRANSITIONS } from './business.ts'
import { canMove, type Transitions } from './transitions.ts'

const moves = (table: Transitions<(typeof APPROVAL_STATUSES)[number]>) =>
  APPROVAL_STATUSES.flatMap((from) => APPROVAL_STATUSES.filter((to) => canMove(table, from, to)).map((to) => `${from} > ${to}`))

test('S2 B184 the tables are those of the specification', () => {
  expect(BUSINESS_TYPES).toEqual(['producer', 'consumer'])
  expect(BUSINESS_STATUSES).toEqual(['Active', 'Inactive', 'Suspended', 'Deleted'])
  expect(APPROVAL_STATUSES).toEqual(['pending', 'approved', 'suspended', 'rejected'])
})

test('B179 B180 B181 of all 16 moves of an approval exactly six are allowed', () => {
  expect(moves(APPROVAL_TRANSITIONS)).toEqual([
    'pending > approved',
    'pending > rejected',
    'approved > suspended',
    'suspended > approved',
    'rejected > pending',
    'rejected > approved',
  ])
})

test('a reviewer makes every move but the new application of a rejected firm', () => {
  expect(moves(REVIEW_TRANSITIONS)).toEqual(moves(APPROVAL_TRANSITIONS).filter((move) => move !== 'rejected > pending'))
})

test('B184 of all 16 pairs only Active and approved may sell', () => {
  const selling = BUSINESS_STATUSES.flatMap((status) =>
    APPROVAL_STATUSES.filter((approval) => isSellable(status, approval)).map((approval) => `${status} ${approval}`),
  )
  expect(selling).toEqual(['Active approved'])
})
