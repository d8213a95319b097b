import { HOUR_MS, MINUTE_MS } from './time.ts'

/** Events of which webhooks tell other systems. */
export const WEBHOOK_EVENTS = [
  'order.placed',
  'order.paid',
  'order.canceled',
  'seller_order.shipped',
  'return.updated',
  'product.changed',
  'stock.changed',
  'payout.updated',
] as const

/** One of `WEBHOOK_EVENTS`. */
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** The event of a test, which no webhook chooses. */
export const TEST_EVENT = 'webhook.test'

/** When a test is sent, in words. */
export const TEST_EVENT_TEXT = 'You sent a test; its data is empty'

/** When each event happens, in words. */
export const WEBHOOK_EVENT_TEXTS: Readonly<Record<WebhookEvent, string>> = {
  'order.placed': 'A new order; one paid by card reaches its sellers once it is paid',
  'order.paid': 'An order was paid in full',
  'order.canceled': 'An order was canceled, or your part of it',
  'seller_order.shipped': 'A parcel left',
  'return.updated': 'A return was requested or moved on',
  'product.changed': 'A product was added, edited or deleted',
  'stock.changed': 'The stock of a product changed, at most every 10 seconds',
  'payout.updated': 'A payout was prepared, sent, paid or failed',
}

/** Maximum characters of a webhook's name. */
const MAX_NAME = 80

/** Names a webhook by the host and path of its address. The query is left out: it may hold a secret. */
export function webhookName(url: string): string {
  const { host, pathname } = new URL(url)
  const name = pathname === '/' ? host : host + pathname
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name
}

/** Most webhooks of a business, or of the platform. */
export const MAX_WEBHOOKS = 10

/** Maximum characters of a webhook's address. */
export const WEBHOOK_URL_LENGTH = 500

/** Seconds between two `stock.changed` of a product. */
export const STOCK_EVENT_SECONDS = 10

/** Hours for which the secret before a rotation signs, too. */
export const OLD_SECRET_HOURS = 24

/** Days of failures after which a webhook is turned off. */
export const WEBHOOK_FAILURE_DAYS = 5

/** Reasons for which a webhook is off: a person turned it off, its receiver answered 410, or it failed for days. */
export const WEBHOOK_OFF_REASONS = ['person', 'gone', 'failing'] as const

/** States of a delivery: it waits for an attempt, was accepted, or is not tried any more. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const

/** One of `DELIVERY_STATES`. */
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Pauses after the first failed attempt, the second, and so on: three days in all. */
const PAUSES_MS: readonly number[] = [
  5000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  16 * HOUR_MS,
  24 * HOUR_MS,
]
/** Share by which a pause may be longer, so that the attempts of many deliveries spread. */
const JITTER = 0.1
const MAX_PAUSE_MS = 24 * HOUR_MS

/**
 * Returns the pause in milliseconds after the failed attempt number `attempts`, from 1; null: it was the last one.
 * @param retryAfterMs what the receiver asked for, of which a day counts at most
 * @param random from 0 to 1
 */
export function pauseAfter(attempts: number, { retryAfterMs = 0, random }: { retryAfterMs?: number; random: number }): number | null {
  const pause = PAUSES_MS[attempts - 1]
  if (pause === undefined) return null
  return Math.round(Math.max(pause * (1 + JITTER * random), Math.min(retryAfterMs, MAX_PAUSE_MS)))
}

/** Returns the milliseconds that a `Retry-After` asks for, in seconds or as a date; 0 for none and for what cannot be read. */
export function readRetryAfter(header: string | undefined, now: Date): number {
  if (header === undefined) return 0
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? 0 : Math.max(0, at - now.getTime())
}

/**
 * Returns why an address is none of a webhook; null: it may be one, if what it leads to is public.
 * @param isPrivateHost true for hosts that the operator has opened, which may be reached without TLS
 */
export function webhookUrlProblem(address: string, isPrivateHost: (host: string) => boolean): string | null {
  if (!URL.canParse(address)) return 'Please enter an address like https://example.com/webhooks.'
  const { protocol, username, password, hostname, port, hash, href } = new URL(address)
  if (username !== '' || password !== '') return 'Please enter an address without a user name and password.'
  if (hash !== '') return 'Please enter an address without a "#".'
  if (port === '0') return 'Please enter an address with another port than 0.'
  if (href.length > WEBHOOK_URL_LENGTH) return `Please enter an address of up to ${WEBHOOK_URL_LENGTH} characters.`
  if (protocol === 'https:' || (protocol === 'http:' && isPrivateHost(hostname))) return null
  return 'The address must begin with https://.'
}
