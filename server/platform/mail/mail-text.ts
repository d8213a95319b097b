import type { ShopCompany } from '#server/platform/settings/setting-groups.ts'
import type { Facts } from './read-facts.ts'

/** A name and its value; `total` stands out. */
export type MailRow = readonly [label: string, value: string, kind?: 'total']

/** What a mail says, once for both of its forms. */
export interface MailText {
  subject: string
  heading: string
  paragraphs: readonly string[]
  /** Rows without a value are left out. */
  rows?: readonly MailRow[]
  /** Words of a person, with their line breaks. */
  quote?: string
  button?: MailButton | null
  /** Another way on, beside the button. */
  link?: MailButton | null
  /** What follows the button. */
  after?: readonly string[]
}

/** The one thing to do. */
export interface MailButton {
  label: string
  href: string
}

/** What every text may name beside its own facts. */
export interface MailSetting {
  shop: ShopCompany
  /** Within which days applications are answered: '2-3 business days'. */
  reviewDays: string
  /** Where people reach the shop, without a slash at the end. */
  publicUrl: string
}

/** Says what a mail says. */
export type WriteText = (facts: Facts, setting: MailSetting) => MailText
