import { dayOf, greeting } from '#server/platform/mail/mail-phrases.ts'
import type { WriteText } from '#server/platform/mail/mail-text.ts'
import type { Facts } from '#server/platform/mail/read-facts.ts'

/** Returns true if orders of the shop are without tax by a certificate; false for emails from before it was said. */
const countsFor = (facts: Facts) => facts.line('counts') !== ''
const acceptedText = (facts: Facts) =>
  countsFor(facts)
    ? 'We reviewed your certificate. We no longer charge sales tax on orders to these states.'
    : 'We reviewed your certificate and will keep it on file for these states.'
const expiresText = (facts: Facts) =>
  countsFor(facts)
    ? "After this date, we'll charge sales tax again. To prevent that, send a new certificate before then."
    : 'Send a new certificate before this date, so we always have a valid one on file.'

/** Emails about tax certificates. */
export const taxTexts = {
  'certificate-decided': (facts, { publicUrl, shop }) => {
    const isAccepted = facts.line('status') === 'accepted'
    const number = facts.line('number')
    return {
      subject: `Your tax certificate ${number} was ${isAccepted ? 'accepted' : 'refused'}`,
      heading: isAccepted ? 'Your tax certificate was accepted' : 'Your tax certificate was refused',
      paragraphs: [
        greeting(facts),
        isAccepted ? acceptedText(facts) : "We reviewed your certificate and can't accept it. You can send another one.",
      ],
      rows: [['Certificate', number], ['States', facts.line('states')], ...(isAccepted ? [] : [['Reason', facts.line('reason')] as const])],
      button: { label: 'View certificates', href: `${publicUrl}/account/tax` },
      after: [`Questions? Reply to this email or call ${shop.phone}.`],
    }
  },
  'certificate-expires': (facts, { publicUrl, shop }) => ({
    subject: `Your tax certificate ${facts.line('number')} expires on ${dayOf(facts.line('validTo'), { shop })}`,
    heading: 'Your tax certificate expires soon',
    paragraphs: [greeting(facts), expiresText(facts)],
    rows: [
      ['Certificate', facts.line('number')],
      ['States', facts.line('states')],
      ['Last day', dayOf(facts.line('validTo'), { shop })],
    ],
    button: { label: 'Send a new certificate', href: `${publicUrl}/account/tax` },
    after: [`Questions? Reply to this email or call ${shop.phone}.`],
  }),
  'vat-refuted': (facts, { publicUrl }) => ({
    subject: `VAT ID ${facts.line('vatId')} of order ${facts.line('number')} isn't registered`,
    heading: "A VAT ID isn't registered",
    paragraphs: [`Order ${facts.line('number')} was placed without VAT at the shop's risk. VAT is due on ${facts.money('netCents')}.`],
    rows: [
      ['Order', facts.line('number')],
      ['VAT ID', facts.line('vatId')],
      ['Net amount', facts.money('netCents')],
    ],
    button: { label: 'View order', href: `${publicUrl}/admin/orders/${encodeURIComponent(facts.line('orderId'))}` },
  }),
} satisfies Record<string, WriteText>
