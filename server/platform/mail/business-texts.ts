import { greeting, linkButton } from './account-texts.ts'
import type { WriteText } from './mail-text.ts'

/** Mails to a business about its application: `name` is the business's. */
export const businessTexts = {
  'business-registered': (facts, { reviewDays, shop }) => ({
    subject: `We have your application to sell at ${shop.name}`,
    heading: 'Your application is pending review',
    paragraphs: [
      greeting(facts),
      `Thank you for applying to sell at ${shop.name}. We review each application by hand: you hear from us within ${reviewDays}.`,
    ],
    rows: [['Reference', facts.line('reference')]],
    after: [`Questions? Write to ${shop.email} and name the reference.`],
  }),
  'business-approved': (facts, { shop, publicUrl }) => {
    const link = facts.link('link')
    return {
      subject: `${facts.line('name') || 'Your business'} is approved`,
      heading: 'Welcome: you can sell now',
      paragraphs: [
        greeting(facts),
        `Your business is approved at ${shop.name}. In your dashboard you add products, change stock and prices of many at once, and see what was sold.`,
        link
          ? 'Choose a password to open your dashboard and complete your profile. The link works once, for 7 days.'
          : 'Sign in to open your dashboard and complete your profile.',
      ],
      rows: [['Note', facts.line('reason')]],
      button: link ? { label: 'Choose a password', href: link } : { label: 'Sign In', href: `${publicUrl}/login?from=/business/dashboard` },
    }
  },
  'business-rejected': (facts, { shop, publicUrl }) => ({
    subject: `Your application to sell at ${shop.name}`,
    heading: 'We could not approve your application',
    paragraphs: [
      greeting(facts),
      `We have looked at your application to sell at ${shop.name} and could not approve it.`,
      'You may apply again with the same email address once this is put right.',
    ],
    rows: [['Reason', facts.line('reason')]],
    button: { label: 'Contact us', href: `${publicUrl}/contact` },
  }),
  'business-suspended': (facts, { shop, publicUrl }) => ({
    subject: `Your business at ${shop.name} is suspended`,
    heading: 'Your business is suspended',
    paragraphs: [greeting(facts), 'Your products are not shown for now, and nothing new can be sold.'],
    rows: [['Reason', facts.line('reason')]],
    button: { label: 'Contact us', href: `${publicUrl}/contact` },
  }),
  'business-pending': (facts, { reviewDays, shop, publicUrl }) => ({
    subject: `Your business at ${shop.name} is under review again`,
    heading: 'Your business is under review again',
    paragraphs: [
      greeting(facts),
      `Until the review is done your products are not shown, and nothing new can be sold. You hear from us within ${reviewDays}.`,
    ],
    rows: [['Reason', facts.line('reason')]],
    button: { label: 'Contact us', href: `${publicUrl}/contact` },
  }),
  'applications-waiting': (facts, { reviewDays }) => ({
    subject: `Applications are waiting: ${facts.list('waiting').length}`,
    heading: 'Businesses are waiting for an answer',
    paragraphs: [`They were promised one within ${reviewDays}. The longest waiting comes first.`],
    rows: facts.list('waiting').map((one): [string, string] => [one.line('name'), `since ${one.line('since')}`]),
    button: linkButton(facts, 'Open the applications'),
  }),
  'business-standing-changed': (facts) => ({
    subject: `${facts.line('name') || 'A business'} is now ${facts.line('to') || 'changed'}`,
    heading: 'The approval of a business was changed',
    paragraphs: ['Somebody has changed what is otherwise decided by super admins. You get this mail because you are one.'],
    rows: [
      ['Business', facts.line('name')],
      ['Before', facts.line('from')],
      ['Now', facts.line('to')],
      ['Changed by', facts.line('by')],
      ['Reason', facts.line('reason')],
    ],
    button: linkButton(facts, 'Open the business'),
  }),
} satisfies Record<string, WriteText>
