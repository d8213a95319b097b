import { expect, test } from 'vitest'
import {
  applyQuoteAction,
  QUOTE_ACTIONS,
  QUOTE_SIDES,
  QUOTE_STATES,
  QUOTE_TRANSITIONS,
  type QuoteClock,
  quoteActions,
  quoteStateAt,
  STORED_QUOTE_STATES,
} from './quote-state.ts'

const NOW = new Date('2026-11-29T12:00:00Z')
const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000)
const ALIVE: Record<(typeof QUOTE_STATES)[number], QuoteClock> = {
  requested: { status: 'requested', createdAt: days(-1), validUntil: null },
  offered: { status: 'offered', createdAt: days(-40), validUntil: days(1) },
  accepted: { status: 'accepted', createdAt: days(-40), validUntil: days(-1) },
  declined: { status: 'declined', createdAt: days(-40), validUntil: null },
  withdrawn: { status: 'withdrawn', createdAt: days(-40), validUntil: null },
  expired: { status: 'offered', createdAt: days(-40), validUntil: days(-1) },
}

test('the table of actions is the one that was agreed', () => {
  const moves = QUOTE_TRANSITIONS.filter(({ to }) => to !== 'same').map(({ from, by, action, to }) => `${from} ${by} ${action} ${to}`)
  expect(moves).toEqual([
    'requested seller send offered',
    'requested seller decline declined',
    'requested buyer withdraw withdrawn',
    'offered buyer accept accepted',
    'offered buyer decline declined',
    'offered seller send offered',
    'offered seller decline withdrawn',
    'expired seller send offered',
  ])
})

test('a request expires after 30 days and an offer at its end, to the millisecond and by the clock alone', () => {
  expect(quoteStateAt(ALIVE.requested, days(29))).toBe('expired')
  expect(quoteStateAt(ALIVE.requested, new Date(days(29).getTime() - 1))).toBe('requested')
  expect(quoteStateAt(ALIVE.offered, days(1))).toBe('expired')
  expect(quoteStateAt(ALIVE.offered, new Date(days(1).getTime() - 1))).toBe('offered')
  for (const state of QUOTE_STATES) expect(quoteStateAt(ALIVE[state], NOW)).toBe(state)
})

test('every state is reached, and what is closed stays closed', () => {
  const reached = new Set(['requested', 'expired', ...QUOTE_TRANSITIONS.map(({ from, to }) => (to === 'same' ? from : to))])
  expect([...reached].sort()).toEqual([...QUOTE_STATES].sort())
  for (const state of ['accepted', 'declined', 'withdrawn'] as const)
    for (const by of QUOTE_SIDES) expect(quoteActions(state, by)).toEqual([])
})

test('an action leads where the table says, and nowhere else', () => {
  for (const state of QUOTE_STATES) {
    for (const by of QUOTE_SIDES) {
      for (const action of QUOTE_ACTIONS) {
        const outcome = applyQuoteAction(ALIVE[state], { action, by, now: NOW })
        const row = QUOTE_TRANSITIONS.find((each) => each.from === state && each.by === by && each.action === action)
        if (row) expect(outcome).toEqual({ to: row.to === 'same' ? ALIVE[state].status : row.to })
        else expect(outcome).toEqual({ code: 'invalid_quote', state })
        if ('to' in outcome) expect(STORED_QUOTE_STATES).toContain(outcome.to)
      }
    }
  }
})
