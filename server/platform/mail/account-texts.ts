import { formatUtcMoment } from '#domain/text.ts'
import { FIRST_PASSWORD_HOURS } from '#domain/user.ts'
import type { MailButton, MailRow, WriteText } from './mail-text.ts'
import type { Facts } from './read-facts.ts'

/** How a mail begins. */
export function greeting(facts: Facts): string {
  const name = facts.line('name')
  return name ? `Hello ${name},` : 'Hello,'
}

/** The button of a mail's link; null without one. */
export function linkButton(facts: Facts, label: string): MailButton | null {
  const href = facts.link('link')
  return href ? { label, href } : null
}

/** How long and how often a link works, by the fact `minutes`. */
export function lifeOf(facts: Facts): string {
  const minutes = Number(facts.line('minutes'))
  if (!(minutes > 0)) return 'The link works once.'
  const span = minutes % 60 === 0 ? `${minutes / 60} ${minutes === 60 ? 'hour' : 'hours'}` : `${minutes} minutes`
  return `The link works once, for ${span}.`
}

/** When something happened, to the minute, by the fact `at`. */
function momentRow(facts: Facts): MailRow {
  return ['When', formatUtcMoment(new Date(facts.line('at')))]
}

const reachUs = (email: string, phone: string) => `If this was not you, tell us at once: ${email}, ${phone}.`

/** Mails about an account and its keys. */
export const accountTexts = {
  'verify-email': (facts, { shop }) => ({
    subject: 'Confirm your email address',
    heading: 'Confirm your email address',
    paragraphs: [greeting(facts), `Please confirm that this address is yours. ${lifeOf(facts)}`],
    button: linkButton(facts, 'Confirm address'),
    after: [`If you have not made an account at ${shop.name}, you can ignore this mail.`],
  }),
  'confirm-new-email': (facts, { shop }) => ({
    subject: 'Confirm your new email address',
    heading: 'Confirm your new email address',
    paragraphs:
      facts.line('by') === 'staff'
        ? [
            greeting(facts),
            `Our team has entered this address for your account at ${shop.name}. Please confirm that it's yours. ${lifeOf(facts)}`,
          ]
        : [greeting(facts), `You want to sign in at ${shop.name} with this address from now on. Please confirm it. ${lifeOf(facts)}`],
    button: linkButton(facts, 'Confirm new address'),
    after: ['Until then your old address stays as it is. If you have not asked for this, you can ignore this mail.'],
  }),
  'email-change-asked': (facts, { shop }) => ({
    subject: 'Your email address is about to change',
    heading: 'Your email address is about to change',
    paragraphs: [
      greeting(facts),
      `Our team has entered another email address for your account at ${shop.name}. It counts once it is confirmed there. Until then you sign in with this one.`,
      `If you don't want this, undo it: your address stays, and all devices are signed out. ${lifeOf(facts)}`,
    ],
    rows: [['New address', facts.line('newEmail')], momentRow(facts)],
    button: linkButton(facts, 'Undo this change'),
    after: [reachUs(shop.email, shop.phone)],
  }),
  'email-changed': (facts, { shop }) => ({
    subject: 'Your email address was changed',
    heading: 'Your email address was changed',
    paragraphs: [
      greeting(facts),
      `Your account at ${shop.name} now has another email address. This is the last mail to this one.`,
      ...(facts.link('link')
        ? [`If you don't want this, undo it: this address counts again, and all devices are signed out. ${lifeOf(facts)}`]
        : []),
    ],
    rows: [['New address', facts.line('newEmail')], momentRow(facts)],
    button: linkButton(facts, 'Undo this change'),
    after: [reachUs(shop.email, shop.phone)],
  }),
  'reset-password': (facts) => ({
    subject: 'Choose a new password',
    heading: 'Choose a new password',
    paragraphs: [greeting(facts), `Somebody asked for a new password for your account. ${lifeOf(facts)}`],
    button: linkButton(facts, 'Choose a new password'),
    after: ['If it was not you, you can ignore this mail: your password stays as it is.'],
  }),
  'password-changed': (facts, { shop, publicUrl }) => ({
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    paragraphs: [greeting(facts), `The password of your account at ${shop.name} was changed.`],
    rows: [momentRow(facts)],
    after: [`If this was not you, choose a new password now at ${publicUrl}/forgot-password and tell us: ${shop.email}, ${shop.phone}.`],
  }),
  'account-created': (facts, { shop, publicUrl }) => ({
    subject: `Your account at ${shop.name}`,
    heading: 'An account was made for you',
    paragraphs: [
      greeting(facts),
      `Our team has made an account at ${shop.name} for this address. Sign in with the password that they gave you: the first thing you do is to choose your own. It works for ${FIRST_PASSWORD_HOURS} hours.`,
      `Please also confirm that this address is yours. ${lifeOf(facts)}`,
    ],
    button: linkButton(facts, 'Confirm address'),
    after: [
      `You have no password? Ask for a link to set one: ${publicUrl}/forgot-password`,
      `If you did not expect an account, tell us: ${shop.email}.`,
    ],
  }),
  'staff-account-changed': (facts) => {
    const did = facts.line('did') || 'changed'
    return {
      subject: `Staff account ${did}: ${facts.line('name') || facts.line('email')}`,
      heading: `A staff account was ${did}`,
      paragraphs: ['You get this email because you are a super admin. If you did not expect this change, suspend the account now.'],
      rows: [
        ['Account', facts.line('name')],
        ['Email', facts.line('email')],
        ['Change', facts.line('what')],
        ['By', facts.line('by')],
        momentRow(facts),
      ],
      button: linkButton(facts, 'Suspend account'),
    }
  },
  'account-deleted': (facts, { shop }) => ({
    subject: 'Your account was deleted',
    heading: 'Your account was deleted',
    paragraphs: [
      greeting(facts),
      `Your account at ${shop.name} ${facts.line('by') === 'staff' ? 'was deleted by our team' : 'is gone, as you asked'}. Nobody can sign in with it any more.`,
      'We keep the records of orders for as long as the law asks us to.',
    ],
    rows: [momentRow(facts)],
    after: [reachUs(shop.email, shop.phone)],
  }),
} satisfies Record<string, WriteText>
