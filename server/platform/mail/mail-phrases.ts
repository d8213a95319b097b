import { formatLongDate, formatLongDay, formatUtcMoment, pluralize } from '#domain/text.ts'
import type { MailButton, MailRow, MailSetting } from './mail-text.ts'
import type { Facts } from './read-facts.ts'

/* What emails of several areas say. */

/** The first line of an email. */
export function greeting(facts: Facts): string {
  const name = facts.line('name')
  return name ? `Hello ${name},` : 'Hello,'
}

/** The end of a receipt without what was typed. */
export const notRepeated = ({ shop }: Pick<MailSetting, 'shop'>): string =>
  `To protect your privacy, we only send copies to confirmed email addresses. If you didn't send this, reply to this email or call ${shop.phone}.`

/** The button of the fact `link`; null without one. */
export function linkButton(facts: Facts, label: string): MailButton | null {
  const href = facts.link('link')
  return href ? { label, href } : null
}

const HOUR = 60
const DAY = 24 * HOUR
/** Spans above three days are counted in days. */
const LONG = 3 * DAY

function spanOf(minutes: number): string {
  if (minutes > LONG && minutes % DAY === 0) return pluralize(minutes / DAY, 'day')
  return minutes % HOUR === 0 ? pluralize(minutes / HOUR, 'hour') : pluralize(minutes, 'minute')
}

/** A sentence about how long a one-use link works, by the fact `minutes`. */
export function lifeOf(facts: Facts): string {
  const minutes = Number(facts.line('minutes'))
  if (!(minutes > 0)) return 'The link works once.'
  return `The link works once, for ${spanOf(minutes)}.`
}

/** Row with the time of the fact `at`, to the minute in UTC. */
export function whenRow(facts: Facts): MailRow {
  return ['When', formatUtcMoment(new Date(facts.line('at')))]
}

/** A day (ISO date), or the day of an instant by the clock of the shop, as its pages show it: 'November 24, 2026'. */
export const dayOf = (iso: string, { shop }: Pick<MailSetting, 'shop'>): string =>
  iso.includes('T') ? formatLongDay(new Date(iso), shop.timeZone) : formatLongDate(new Date(iso))

/** Date and time in UTC: 'November 24, 2026, 09:30:05 UTC'. */
export const momentOf = (instant: string): string => `${formatLongDate(new Date(instant))}, ${instant.slice(11, 19)} UTC`

/** The end of a receipt, for a recipient who sent nothing. */
export const notSent = ({ shop }: Pick<MailSetting, 'shop'>): string =>
  `If you didn't send this, reply to this email or call ${shop.phone}.`
