import { expect, test } from 'vitest'
import { DISPUTE_STATUSES, disputeDashboardUrl, disputeReasonLabel, isOpenDispute } from './dispute.ts'

test('a dispute is open until the bank has decided', () => {
  expect(DISPUTE_STATUSES.map((status) => [status, isOpenDispute(status)])).toEqual([
    ['needs_response', true],
    ['under_review', true],
    ['won', false],
    ['lost', false],
  ])
})

test.each([
  ['product_not_received', 'Product not received'],
  ['fraudulent', 'Reported as fraud'],
  ['bank_cannot_process', 'Bank cannot process'],
  [' check_returned_', 'Check returned'],
  ['', 'No reason given'],
  ['_', 'No reason given'],
])('the reason %j of a dispute reads %j', (reason, label) => {
  expect(disputeReasonLabel(reason)).toBe(label)
})

test.each([
  ['du_1', true, 'https://dashboard.stripe.com/disputes/du_1'],
  ['du_1', false, 'https://dashboard.stripe.com/test/disputes/du_1'],
  ['du/1?x', true, 'https://dashboard.stripe.com/disputes/du%2F1%3Fx'],
])('dispute %j, live %s, is at %s', (id, isLive, address) => {
  expect(disputeDashboardUrl(id, isLive)).toBe(address)
})
