import { greeting, linkButton } from './account-texts.ts'
import type { MailButton, MailRow, MailSetting, WriteText } from './mail-text.ts'
import type { Facts } from './read-facts.ts'

const TOPICS: Record<string, string> = { consultation: 'Consultation', quote: 'Quote' }

const writerRows = (facts: Facts): MailRow[] => [
  ['Name', facts.line('name')],
  ['Email', facts.line('email')],
  ['Phone', facts.line('phone')],
  ['Company', facts.line('company')],
]

/** The details of a request under the labels of its form. */
const detailRows = (facts: Facts): MailRow[] => facts.list('details').map((detail) => [detail.line('label'), detail.line('value')])

function calculationHref(facts: Facts, { publicUrl }: MailSetting): string {
  const key = facts.line('calculation')
  return key && `${publicUrl}/impact-calculator/r/${encodeURIComponent(key)}`
}

function calculationButton(facts: Facts, setting: MailSetting): MailButton | null {
  const href = calculationHref(facts, setting)
  return href ? { label: 'Open the calculation', href } : null
}

/** Mails about messages, requests for quotes and the newsletter. */
export const contactTexts = {
  'newsletter-confirm': (facts, { shop }) => ({
    subject: `Confirm your subscription to the newsletter of ${shop.name}`,
    heading: 'One more step',
    paragraphs: ['Please confirm that you want our newsletter at this address. The link works for 7 days.'],
    button: linkButton(facts, 'Confirm subscription'),
    after: [
      'If you have not asked for it, you can ignore this mail: without your confirmation we send nothing.',
      facts.link('unsubscribeLink') ? `To end the subscription later: ${facts.link('unsubscribeLink')}` : '',
    ].filter(Boolean),
  }),
  'contact-received': (facts, setting) => ({
    subject: `We have your message (${facts.line('reference')})`,
    heading: 'We have your message',
    paragraphs: [greeting(facts), 'Thank you for writing. We will reply within one business day. This is what you sent us:'],
    quote: facts.text('message'),
    rows: [['Reference', facts.line('reference')], ...detailRows(facts)],
    button: calculationButton(facts, setting),
  }),
  'contact-message': (facts, setting) => ({
    subject: `${TOPICS[facts.line('topic')] ?? 'Message'} from ${facts.line('name')} (${facts.line('reference')})`,
    heading: `${TOPICS[facts.line('topic')] ?? 'Message'} from ${facts.line('name')}`,
    paragraphs: ['Answer this mail to answer the writer. Promised: a reply within one business day.'],
    quote: facts.text('message'),
    rows: [['Reference', facts.line('reference')], ...writerRows(facts), ...detailRows(facts)],
    button: calculationButton(facts, setting),
  }),
  'quote-received': (facts, setting) => ({
    subject: `We have your request (${facts.line('reference')})`,
    heading: 'We have your request',
    paragraphs: [
      greeting(facts),
      'Thank you for your request for packaging made to measure. We will reply within one business day. This is what you sent us:',
    ],
    quote: facts.text('message'),
    rows: [['Reference', facts.line('reference')], ...detailRows(facts)],
    button: calculationButton(facts, setting),
  }),
  'quote-request': (facts, setting) => ({
    subject: `Request for a quote from ${facts.line('name')} (${facts.line('reference')})`,
    heading: `Request for a quote from ${facts.line('name')}`,
    paragraphs: ['Answer this mail to answer the writer. Promised: a reply within one business day.'],
    quote: facts.text('message'),
    rows: [['Reference', facts.line('reference')], ...writerRows(facts), ...detailRows(facts)],
    button: calculationButton(facts, setting),
  }),
} satisfies Record<string, WriteText>
