import { DAY_MS } from './time.ts'

/** States of a quote. `expired` is never stored: it follows from the clock. */
export const QUOTE_STATES = ['requested', 'offered', 'accepted', 'declined', 'withdrawn', 'expired'] as const
/** One of `QUOTE_STATES`. */
export type QuoteState = (typeof QUOTE_STATES)[number]

/** States that are stored with a quote. */
export const STORED_QUOTE_STATES = ['requested', 'offered', 'accepted', 'declined', 'withdrawn'] as const
/** One of `STORED_QUOTE_STATES`. */
export type StoredQuoteState = (typeof STORED_QUOTE_STATES)[number]

/** Sides of a quote. Staff act for the seller. */
export const QUOTE_SIDES = ['buyer', 'seller'] as const
/** One of `QUOTE_SIDES`. */
export type QuoteSide = (typeof QUOTE_SIDES)[number]

/** Labels of the states, the same on every screen and in every email. */
export const QUOTE_STATE_LABELS: Readonly<Record<QuoteState, string>> = {
  requested: 'Requested',
  offered: 'Offered',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
}

/** Actions on a quote. */
export const QUOTE_ACTIONS = ['send', 'accept', 'decline', 'withdraw', 'message'] as const
/** One of `QUOTE_ACTIONS`. */
export type QuoteAction = (typeof QUOTE_ACTIONS)[number]

/** A row of the table: what a side may do in a state, where that leads, and the button for it. */
interface QuoteTransition {
  from: QuoteState
  action: QuoteAction
  by: QuoteSide
  to: StoredQuoteState | 'same'
  button: string
}

/**
 * Every action on a quote; what is not listed is refused. It decides on the server, on the screens and in docs/quotes.md. By the clock
 * alone a request expires after `REQUEST_DAYS`, an offer at its end.
 */
export const QUOTE_TRANSITIONS: readonly QuoteTransition[] = [
  { from: 'requested', action: 'send', by: 'seller', to: 'offered', button: 'Send offer' },
  { from: 'requested', action: 'decline', by: 'seller', to: 'declined', button: 'Decline request' },
  { from: 'requested', action: 'withdraw', by: 'buyer', to: 'withdrawn', button: 'Withdraw request' },
  { from: 'requested', action: 'message', by: 'buyer', to: 'same', button: 'Send message' },
  { from: 'requested', action: 'message', by: 'seller', to: 'same', button: 'Send message' },
  { from: 'offered', action: 'accept', by: 'buyer', to: 'accepted', button: 'Accept offer' },
  { from: 'offered', action: 'decline', by: 'buyer', to: 'declined', button: 'Decline offer' },
  { from: 'offered', action: 'message', by: 'buyer', to: 'same', button: 'Ask for a change' },
  { from: 'offered', action: 'send', by: 'seller', to: 'offered', button: 'Send new version' },
  { from: 'offered', action: 'decline', by: 'seller', to: 'withdrawn', button: 'Withdraw offer' },
  { from: 'offered', action: 'message', by: 'seller', to: 'same', button: 'Send message' },
  { from: 'expired', action: 'send', by: 'seller', to: 'offered', button: 'Send new version' },
  { from: 'expired', action: 'message', by: 'buyer', to: 'same', button: 'Ask for a new offer' },
  { from: 'expired', action: 'message', by: 'seller', to: 'same', button: 'Send message' },
]

/** Days after which a request without an offer expires. */
export const REQUEST_DAYS = 30

/** Facts that the state of a quote follows from; `validUntil` is the end of its newest version, null before the first. */
export interface QuoteClock {
  status: StoredQuoteState
  createdAt: Date
  validUntil: Date | null
}

/** Returns the state of a quote at a time. */
export function quoteStateAt({ status, createdAt, validUntil }: QuoteClock, now: Date): QuoteState {
  if (status === 'requested') return now.getTime() >= createdAt.getTime() + REQUEST_DAYS * DAY_MS ? 'expired' : status
  if (status === 'offered') return validUntil !== null && now >= validUntil ? 'expired' : status
  return status
}

const find = (from: QuoteState, action: QuoteAction, by: QuoteSide) =>
  QUOTE_TRANSITIONS.find((row) => row.from === from && row.action === action && row.by === by)

/** Returns the actions of a side in a state, in the order of the table, with their buttons. */
export function quoteActions(state: QuoteState, by: QuoteSide): { action: QuoteAction; button: string }[] {
  return QUOTE_TRANSITIONS.filter((row) => row.from === state && row.by === by).map(({ action, button }) => ({ action, button }))
}

/**
 * Returns the state that an action leads to from the stored one; the refusal `invalid_quote` where the table has no such row.
 */
export function applyQuoteAction(
  quote: QuoteClock,
  { action, by, now }: { action: QuoteAction; by: QuoteSide; now: Date },
): { to: StoredQuoteState } | { code: 'invalid_quote'; state: string } {
  const state = quoteStateAt(quote, now)
  const row = find(state, action, by)
  if (!row) return { code: 'invalid_quote', state: QUOTE_STATE_LABELS[state].toLowerCase() }
  return { to: row.to === 'same' ? quote.status : row.to }
}

/** Folders of a seller's inbox. */
export const QUOTE_FOLDERS = ['needs_answer', 'sent', 'won', 'lost'] as const
/** One of `QUOTE_FOLDERS`. */
type QuoteFolder = (typeof QUOTE_FOLDERS)[number]

/** Labels of the folders. */
export const QUOTE_FOLDER_LABELS: Readonly<Record<QuoteFolder, string>> = {
  needs_answer: 'Needs an answer',
  sent: 'Sent',
  won: 'Won',
  lost: 'Lost',
}
