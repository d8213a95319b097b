import { formatLongDate } from '#domain/text.ts'
import { greeting } from './account-texts.ts'
import type { WriteText } from './mail-text.ts'

const dayOf = (day: string) => formatLongDate(new Date(day))
const ACCEPTED = 'Your orders to these states are exempt from sales tax from now on.'

/** Emails about tax certificates. */
export const taxTexts = {
  'certificate-decided': (facts, { publicUrl, shop }) => {
    const isAccepted = facts.line('status') === 'accepted'
    const number = facts.line('number')
    return {
      subject: `Your tax certificate ${number} was ${isAccepted ? 'accepted' : 'refused'}`,
      heading: isAccepted ? 'Your tax certificate was accepted' : 'Your tax certificate was refused',
      paragraphs: [greeting(facts), isAccepted ? ACCEPTED : 'We charge sales tax until we have a certificate that we can accept.'],
      rows: [['Certificate', number], ['States', facts.line('states')], ...(isAccepted ? [] : [['Reason', facts.line('reason')] as const])],
      button: { label: 'View certificates', href: `${publicUrl}/account/tax` },
      after: [`Questions? Reply to this email or call ${shop.phone}.`],
    }
  },
  'certificate-expires': (facts, { publicUrl, shop }) => ({
    subject: `Your tax certificate ${facts.line('number')} expires on ${dayOf(facts.line('validTo'))}`,
    heading: 'Your tax certificate expires soon',
    paragraphs: [greeting(facts), 'Send a new certificate before this day, so that your orders stay exempt from sales tax.'],
    rows: [
      ['Certificate', facts.line('number')],
      ['States', facts.line('states')],
      ['Last day', dayOf(facts.line('validTo'))],
    ],
    button: { label: 'Send a new certificate', href: `${publicUrl}/account/tax` },
    after: [`Questions? Reply to this email or call ${shop.phone}.`],
  }),
} satisfies Record<string, WriteText>
