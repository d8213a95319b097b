import { dayOf, greeting, momentOf, notRepeated, notSent } from '#server/platform/mail/mail-phrases.ts'
import type { WriteText } from '#server/platform/mail/mail-text.ts'

/** Outcomes of a report. */
const DECISIONS: Readonly<Record<string, string>> = {
  removed: 'the content was removed',
  restricted: 'the content was restricted',
  kept: 'no action was needed',
}

/** Emails about reports of content. */
export const noticeTexts = {
  'notice-received': (facts, setting) => ({
    subject: `We received your report ${facts.line('number')}`,
    heading: 'We received your report',
    paragraphs: [
      greeting(facts),
      "Thank you for your report. A member of our team will review it and decide within 14 days. No decision is automated. We'll email you the decision and the reasons for it. We don't tell the seller who reported it.",
    ],
    rows: [
      ['Report', facts.line('number')],
      ['Received', momentOf(facts.line('receivedAt'))],
      ['Page', facts.line('address') && `${setting.publicUrl}${facts.line('address')}`],
    ],
    quote: facts.text('reason'),
    after: [facts.line('isShort') ? notRepeated(setting) : notSent(setting)],
  }),
  'notice-decided': (facts, { publicUrl, shop }) => {
    const isSeller = facts.line('side') === 'seller'
    const until = facts.line('objectUntil')
    const again = facts.line('isSecond') ? " again after the seller's objection" : ''
    const outcome = DECISIONS[facts.line('decision')] ?? ''
    return {
      subject: `Decision on report ${facts.line('number')}`,
      heading: isSeller ? 'Decision on a report' : 'Decision on your report',
      paragraphs: [
        greeting(facts),
        isSeller
          ? `Someone reported one of your pages in our shop. A member of our team reviewed it${again} and decided: ${outcome}.`
          : `You reported a page in our shop. A member of our team reviewed it${again} and decided: ${outcome}.`,
      ],
      rows: [
        ['Report', facts.line('number')],
        ['Page', `${publicUrl}${facts.line('address')}`],
        ['Reasons', facts.text('reasons')],
      ],
      button: isSeller
        ? { label: 'View report', href: `${publicUrl}/business/notices?notice=${encodeURIComponent(facts.line('noticeId'))}` }
        : null,
      after: [
        ...(isSeller && until ? [`You can object until ${dayOf(until, { shop })}, free of charge: open the report and say why.`] : []),
        `If you disagree, reply to this email or call ${shop.phone}. You can also turn to a certified out-of-court dispute settlement body or to a court.`,
      ],
    }
  },
} satisfies Record<string, WriteText>
