import { greeting } from './account-texts.ts'
import type { MailSetting, WriteText } from './mail-text.ts'

const notYou = ({ email, phone }: MailSetting['shop']) =>
  `If none of you did this, write to ${email} or call ${phone} right away, and change your passwords.`

/** Mails to a seller about its money: `name` is the business's. */
export const payoutTexts = {
  'payout-sent': (facts, { publicUrl, shop }) => ({
    subject: `Your payout of ${facts.money('amountCents')} is on its way`,
    heading: 'Your payout is on its way',
    paragraphs: [
      greeting(facts),
      `We have sent you the money that your sales at ${shop.name} have earned. Banks need one to three business days.`,
    ],
    rows: [
      ['Payout', facts.line('number')],
      ['To', facts.line('to')],
      ['Reference', facts.line('reference')],
      ['Amount', facts.money('amountCents'), 'total'],
    ],
    button: { label: 'See your earnings', href: `${publicUrl}/business/earnings` },
  }),
  'payout-failed': (facts, { publicUrl, shop }) => ({
    subject: `Your payout of ${facts.money('amountCents')} could not be made`,
    heading: 'Your payout could not be made',
    paragraphs: [
      greeting(facts),
      'The money is back in your balance and part of the next payout. Please check your payout account: a wrong number is the most common reason.',
    ],
    rows: [
      ['Payout', facts.line('number')],
      ['To', facts.line('to')],
      ['Reason', facts.line('problem')],
      ['Amount', facts.money('amountCents'), 'total'],
    ],
    button: { label: 'Check your payout account', href: `${publicUrl}/business/earnings#account` },
    after: [`Questions? Write to ${shop.email} and name the payout.`],
  }),
  'payout-account-changed': (facts, { publicUrl, shop }) => ({
    subject: 'Your payout account was changed',
    heading: 'Your payout account was changed',
    paragraphs: [
      greeting(facts),
      `The money from your sales at ${shop.name} now goes to the account below.`,
      ...(facts.line('until') ? [`To keep your money safe, payouts wait until ${facts.line('until')}.`] : []),
    ],
    rows: [
      ['Account holder', facts.line('holder')],
      ['IBAN', facts.line('iban')],
      ['Account in the United States', facts.line('account')],
      ['Stripe', facts.line('stripe')],
      ['Changed by', facts.line('by')],
    ],
    button: { label: 'See your payout account', href: `${publicUrl}/business/earnings#account` },
    after: [notYou(shop)],
  }),
  'payouts-held': (facts, { publicUrl, shop }) => ({
    subject: `Your payouts are on hold until ${facts.line('until')}`,
    heading: 'Your payouts are on hold',
    paragraphs: [
      greeting(facts),
      `To keep your money safe, payouts from ${shop.name} wait until ${facts.line('until')}, because ${facts.line('reason')}. Payouts resume after that; payouts prepared for your old account are prepared again.`,
    ],
    rows: [['Changed by', facts.line('by')]],
    button: { label: 'See your earnings', href: `${publicUrl}/business/earnings` },
    after: [notYou(shop)],
  }),
  'payouts-released': (facts, { publicUrl, shop }) => ({
    subject: 'Your payouts are no longer on hold',
    heading: 'Your payouts are no longer on hold',
    paragraphs: [
      greeting(facts),
      `${shop.name} ended the hold on your payouts before its time. The next payout includes your available money.`,
    ],
    button: { label: 'See your earnings', href: `${publicUrl}/business/earnings` },
    after: [`If you didn't ask for this, write to ${shop.email} or call ${shop.phone} right away.`],
  }),
} satisfies Record<string, WriteText>
