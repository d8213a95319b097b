import { greeting } from '#server/platform/mail/mail-phrases.ts'
import type { MailSetting, WriteText } from '#server/platform/mail/mail-text.ts'

const notYou = ({ email, phone }: MailSetting['shop']) =>
  `If nobody on your team did this, email ${email} or call ${phone} right away, and change your passwords.`

/** Emails to a seller about payouts; the fact `name` is the name of the business. */
export const payoutTexts = {
  'payout-sent': (facts, { publicUrl, shop }) => ({
    subject: `Your payout of ${facts.money('amountCents')} is on its way`,
    heading: 'Your payout is on its way',
    paragraphs: [
      greeting(facts),
      `We sent you ${facts.money('amountCents')} from your sales at ${shop.name}. It arrives within 1 to 3 business days.`,
    ],
    rows: [
      ['Payout', facts.line('number')],
      ['To', facts.line('to')],
      ['Reference', facts.line('reference')],
      ['Amount', facts.money('amountCents'), 'total'],
    ],
    button: { label: 'View earnings', href: `${publicUrl}/business/earnings` },
  }),
  'payout-failed': (facts, { publicUrl, shop }) => ({
    subject: `Your payout of ${facts.money('amountCents')} failed`,
    heading: 'Your payout failed',
    paragraphs: [
      greeting(facts),
      'Your payout failed, and the money is back in your balance for the next payout. Check your payout account: a wrong account number is the most common reason.',
    ],
    rows: [
      ['Payout', facts.line('number')],
      ['To', facts.line('to')],
      ['Reason', facts.line('problem')],
      ['Amount', facts.money('amountCents'), 'total'],
    ],
    button: { label: 'Check payout account', href: `${publicUrl}/business/earnings#account` },
    after: [`Questions? Email ${shop.email} with the payout number.`],
  }),
  'payout-account-changed': (facts, { publicUrl, shop }) => ({
    subject: 'Your payout account was changed',
    heading: 'Your payout account was changed',
    paragraphs: [
      greeting(facts),
      `Payouts from ${shop.name} now go to the account below.`,
      ...(facts.line('until') ? [`To keep your money safe, payouts are on hold until ${facts.line('until')}.`] : []),
    ],
    rows: [
      ['Account holder', facts.line('holder')],
      ['IBAN', facts.line('iban')],
      ['US bank account', facts.line('account')],
      ['Stripe', facts.line('stripe')],
      ['Changed by', facts.line('by')],
    ],
    button: { label: 'View payout account', href: `${publicUrl}/business/earnings#account` },
    after: [notYou(shop)],
  }),
  'payouts-held': (facts, { publicUrl, shop }) => ({
    subject: `Your payouts are on hold until ${facts.line('until')}`,
    heading: 'Your payouts are on hold',
    paragraphs: [
      greeting(facts),
      `To keep your money safe, payouts from ${shop.name} are on hold until ${facts.line('until')}, because ${facts.line('reason')}. They resume after that. Payouts prepared for your old account will be prepared again.`,
    ],
    rows: [['Changed by', facts.line('by')]],
    button: { label: 'View earnings', href: `${publicUrl}/business/earnings` },
    after: [notYou(shop)],
  }),
  'payouts-released': (facts, { publicUrl, shop }) => ({
    subject: 'Your payouts are no longer on hold',
    heading: 'Your payouts are no longer on hold',
    paragraphs: [greeting(facts), `${shop.name} ended the hold on your payouts early. The next payout includes your available balance.`],
    button: { label: 'View earnings', href: `${publicUrl}/business/earnings` },
    after: [`If you didn't ask for this, email ${shop.email} or call ${shop.phone} right away.`],
  }),
} satisfies Record<string, WriteText>
