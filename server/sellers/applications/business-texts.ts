import { pluralize } from '#domain/text.ts'
import { dayOf, greeting, linkButton } from '#server/platform/mail/mail-phrases.ts'
import type { WriteText } from '#server/platform/mail/mail-text.ts'

/** Emails to a business about its application; the fact `name` is the name of the business. */
export const businessTexts = {
  'business-registered': (facts, { reviewDays, shop }) => ({
    subject: `We received your application ${facts.line('reference')}`,
    heading: 'Your application is pending review',
    paragraphs: [
      greeting(facts),
      `Thank you for applying to sell at ${shop.name}. We review every application and will email you within ${reviewDays}.`,
    ],
    rows: [['Reference', facts.line('reference')]],
    after: [`Questions? Email ${shop.email} with the reference.`],
  }),
  'business-approved': (facts, { shop, publicUrl }) => {
    const link = facts.link('link')
    return {
      subject: `${facts.line('name') || 'Your business'} is approved`,
      heading: 'Your business is approved',
      paragraphs: [
        greeting(facts),
        `You can now sell at ${shop.name}. In your dashboard, you can add products, update stock and prices in bulk, and see your sales.`,
        link
          ? 'Choose a password to open your dashboard and complete your profile. The link works once, for 7 days.'
          : 'Sign in to open your dashboard and complete your profile.',
      ],
      rows: [['Note', facts.line('reason')]],
      button: link ? { label: 'Choose a password', href: link } : { label: 'Sign In', href: `${publicUrl}/login?from=/business/dashboard` },
    }
  },
  'business-rejected': (facts, { shop, publicUrl }) => ({
    subject: `Your application to sell at ${shop.name} wasn't approved`,
    heading: "Your application wasn't approved",
    paragraphs: [
      greeting(facts),
      `We reviewed your application to sell at ${shop.name} and couldn't approve it.`,
      'Once this is fixed, you can apply again with the same email address.',
    ],
    rows: [['Reason', facts.line('reason')]],
    button: { label: 'Contact us', href: `${publicUrl}/contact` },
  }),
  'business-suspended': (facts, { shop, publicUrl }) => ({
    subject: `Your business at ${shop.name} is suspended`,
    heading: 'Your business is suspended',
    paragraphs: [
      greeting(facts),
      "Your products are hidden, and you can't sell anything until the suspension ends. Contact us if you have questions.",
    ],
    rows: [['Reason', facts.line('reason')]],
    button: { label: 'Contact us', href: `${publicUrl}/contact` },
  }),
  'business-pending': (facts, { reviewDays, shop, publicUrl }) => ({
    subject: `Your business at ${shop.name} is under review again`,
    heading: 'Your business is under review again',
    paragraphs: [
      greeting(facts),
      `Your products are hidden, and you can't sell anything until the review is done. We'll email you within ${reviewDays}.`,
    ],
    rows: [['Reason', facts.line('reason')]],
    button: { label: 'Contact us', href: `${publicUrl}/contact` },
  }),
  'trader-data-missing': (facts, { shop, publicUrl }) => ({
    subject: 'Complete your trader details',
    heading: 'Some details of your business are missing',
    paragraphs: [
      greeting(facts),
      facts.line('cause') === 'us'
        ? `Your sales at ${shop.name} in the United States are high enough that the law requires us to collect and verify these details of your business.`
        : `Until these details are complete and checked, ${shop.name} doesn't offer your products to private buyers in the European Union. Sales to businesses and to other places aren't affected.`,
    ],
    rows: [
      ['Missing', facts.line('items')],
      ['Needed by', facts.line('dueBy')],
    ],
    button: { label: 'Complete your details', href: `${publicUrl}/business/profile?edit=1` },
  }),
  'register-ends': (facts, { publicUrl, shop }) => ({
    subject: `Your number in the ${facts.line('register')} ends on ${dayOf(facts.line('validTo'), { shop })}`,
    heading: 'A register number ends soon',
    paragraphs: [
      greeting(facts),
      'After its last day, your products may no longer be available in this country. Enter a new last day or a new number before then.',
    ],
    rows: [
      ['Register', facts.line('register')],
      ['Number', facts.line('number')],
      ['Last day', dayOf(facts.line('validTo'), { shop })],
    ],
    button: { label: 'Update your numbers', href: `${publicUrl}/business/registers` },
  }),
  'applications-waiting': (facts, { reviewDays }) => ({
    subject: `${pluralize(facts.list('waiting').length, 'application')} waiting for review`,
    heading: 'Applications are waiting for review',
    paragraphs: [`These businesses are waiting for a decision, which we promised within ${reviewDays}. Review the oldest ones first.`],
    rows: facts.list('waiting').map((one): [string, string] => [one.line('name'), `since ${one.line('since')}`]),
    button: linkButton(facts, 'Review applications'),
  }),
  'business-standing-changed': (facts) => ({
    subject: `${facts.line('name') || 'A business'} is now ${facts.line('to') || 'changed'}`,
    heading: 'The approval status of a business was changed',
    paragraphs: [
      "A staff member made an approval decision that super admins usually make. You get this email because you're a super admin.",
    ],
    rows: [
      ['Business', facts.line('name')],
      ['Before', facts.line('from')],
      ['Now', facts.line('to')],
      ['Changed by', facts.line('by')],
      ['Reason', facts.line('reason')],
    ],
    button: linkButton(facts, 'View business'),
  }),
} satisfies Record<string, WriteText>
