import type { SettingTerms } from '#content/shop-terms.ts'
import type { PageSection } from '#content/written-page.ts'
import type { MailTemplate } from '#domain/notification-kinds.ts'
import { formatLongDay } from '#domain/text.ts'
import type { ShopCompany } from '#server/platform/settings/groups/company.ts'
import type { Facts } from './read-facts.ts'

/** A picture: its absolute URL, and the text shown where pictures are blocked. */
export interface MailPicture {
  src: string
  alt: string
}

/** A label and its value; `total` is emphasized, a picture comes before its label. */
export type MailRow = readonly [label: string, value: string, look?: 'total' | MailPicture | undefined]

/** The content of an email, rendered as HTML and as plain text. */
export interface MailText {
  subject: string
  heading: string
  paragraphs: readonly string[]
  /** Rows without a value are left out. */
  rows?: readonly MailRow[]
  /** Text that a person wrote, with its line breaks. */
  quote?: string
  button?: MailButton | null
  /** A second link, below the button. */
  link?: MailButton | null
  /** Links below it, such as those that a law asks for. */
  links?: readonly MailButton[]
  /** Paragraphs below the button. */
  after?: readonly string[]
  /** Texts of the shop that a law wants in the email in full; each title is a heading. */
  sections?: readonly PageSection[]
}

/** The one action of an email. */
export interface MailButton {
  label: string
  href: string
}

/** Settings that every email may use besides its own facts. */
export interface MailSetting {
  shop: ShopCompany
  /** Settings and rules, for the texts of the policies. */
  terms: SettingTerms
  /** Time within which applications are answered, such as '2-3 business days'. */
  reviewDays: string
  /** The shop's URL without a trailing slash. */
  publicUrl: string
  texts: MailTexts
}

/** Writes an email from its facts. */
export type WriteText = (facts: Facts, setting: MailSetting) => MailText

/** A text for each template; `server/mail-texts.ts` puts those of the areas together. */
export type MailTexts = Readonly<Record<MailTemplate, WriteText>>

/** Returns a row with the day of a moment in the time zone of the shop. */
export const momentRow = (label: string, at: string, { shop }: Pick<MailSetting, 'shop'>): MailRow => [
  label,
  at && formatLongDay(new Date(at), shop.timeZone),
]
