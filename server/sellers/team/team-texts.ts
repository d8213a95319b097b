import { OWNERS_ONLY } from '#domain/team.ts'
import { greeting, lifeOf, linkButton, whenRow } from '#server/platform/mail/mail-phrases.ts'
import type { WriteText } from '#server/platform/mail/mail-text.ts'

/** Emails about the team of a business. */
export const teamTexts = {
  'team-invitation': (facts, { shop }) => {
    const business = facts.line('business')
    const may =
      facts.line('kind') === 'owner'
        ? 'As an owner, you can do everything for the business, including its payout account and its team.'
        : `As a member, you can work on its orders, products and everything else but ${OWNERS_ONLY}.`
    return {
      subject: `You're invited to the team of ${business}`,
      heading: `Join the team of ${business}`,
      paragraphs: [
        'Hello,',
        `${facts.line('by')} invited you to the team of ${business}, which sells at ${shop.name}. ${may}`,
        `Sign in with this email address to accept, or create an account first. ${lifeOf(facts)}`,
      ],
      button: linkButton(facts, 'Open invitation'),
      after: ["If you didn't expect this invitation, you can ignore this email."],
    }
  },
  'team-changed': (facts, { shop }) => ({
    subject: 'Your access to a business was changed',
    heading: 'Your access to a business was changed',
    paragraphs: [greeting(facts), `What you can do for a business at ${shop.name} was changed.`],
    rows: [['Change', facts.line('what')], ['By', facts.line('by')], whenRow(facts)],
    after: [`If you didn't expect this, email ${shop.email} or call ${shop.phone} right away.`],
  }),
} satisfies Record<string, WriteText>
