import { expect, test } from 'vitest'
import {
  choiceFor,
  isChosen,
  kindsOf,
  type MailTemplate,
  NOTIFICATION_KINDS,
  type NotificationChoices,
  nextDigestAt,
} from './notification-kinds.ts'
import { ROLES } from './user.ts'

const ALL_BELL: NotificationChoices = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, 'bell']))

test('security, money, and what a law wants at once are sent at once, whatever is chosen', () => {
  const fixed: MailTemplate[] = [
    ...(['verify-email', 'reset-password', 'password-changed', 'factor-removed', 'new-browser', 'email-changed'] as const),
    ...([
      'order-paid',
      'order-refunded',
      'document',
      'payout-sent',
      'payment-reminder',
      'dispute-opened',
      'payout-account-changed',
    ] as const),
    ...(['order-placed', 'order-cancelled', 'withdrawal-received', 'line-late', 'product-recalled', 'notice-received'] as const),
    ...(['contact-received', 'message-reply', 'newsletter-confirm', 'return-requested', 'daily-digest'] as const),
  ]
  for (const role of ROLES) for (const template of fixed) expect(choiceFor(template, role, ALL_BELL), template).toBe('at_once')
})

test.each([
  ['customer', ['order_status', 'shipping', 'returns', 'quotes']],
  ['business_admin', ['order_status', 'shipping', 'returns', 'new_orders', 'canceled_orders', 'customer_returns', 'stock', 'quotes']],
  ['application_admin', ['quotes', 'messages']],
  ['super_admin', ['quotes', 'messages']],
] as const)('a %s chooses for %j', (role, kinds) => {
  expect(kindsOf(role)).toEqual(kinds)
})

test.each([
  ['order-processing', 'order_status', 'customer'],
  ['order-shipped', 'shipping', 'customer'],
  ['return-approved', 'returns', 'customer'],
  ['seller-new-order', 'new_orders', 'business_admin'],
  ['seller-order-cancelled', 'canceled_orders', 'business_admin'],
  ['seller-units-refunded', 'canceled_orders', 'business_admin'],
  ['return-asked', 'customer_returns', 'business_admin'],
  ['low-stock', 'stock', 'business_admin'],
  ['quote-offered', 'quotes', 'customer'],
  ['contact-message', 'messages', 'application_admin'],
] as const)('the email %s follows the choice for %s, and no other', (template, kind, role) => {
  expect(isChosen(template)).toBe(true)
  expect(choiceFor(template, role, { [kind]: 'daily' })).toBe('daily')
  expect(choiceFor(template, role, { ...ALL_BELL, [kind]: undefined })).toBe('at_once')
  expect(choiceFor(template, role, {})).toBe('at_once')
})

test('a choice from an earlier role does not count', () => {
  expect(choiceFor('seller-new-order', 'customer', { new_orders: 'daily' })).toBe('at_once')
  expect(choiceFor('order-shipped', 'super_admin', { shipping: 'bell' })).toBe('at_once')
})

test.each([
  ['before 7:00', '2026-03-04T12:59:59Z', 'America/Chicago', '2026-03-04T13:00:00Z'],
  ['at 7:00 the next one', '2026-03-04T13:00:00Z', 'America/Chicago', '2026-03-05T13:00:00Z'],
  ['over the night in which clocks go forward', '2026-03-07T18:00:00Z', 'America/Chicago', '2026-03-08T12:00:00Z'],
  ['over the night in which clocks go back', '2026-10-31T18:00:00Z', 'America/Chicago', '2026-11-01T13:00:00Z'],
  ['on a day that begins elsewhere', '2026-03-04T20:00:00Z', 'Pacific/Auckland', '2026-03-05T18:00:00Z'],
  ['in UTC', '2026-03-04T06:59:00Z', 'UTC', '2026-03-04T07:00:00Z'],
])('the daily email is due at 7:00: %s', (_case, now, timeZone, due) => {
  expect(nextDigestAt(new Date(now), timeZone).toISOString()).toBe(new Date(due).toISOString())
})
