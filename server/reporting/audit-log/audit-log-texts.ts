import { whenRow } from '#server/platform/mail/mail-phrases.ts'
import type { WriteText } from '#server/platform/mail/mail-text.ts'

/** Emails about the audit log. */
export const auditLogTexts = {
  'audit-anchor': (facts) => ({
    subject: 'Audit log seal',
    heading: 'Audit log seal',
    paragraphs: ['Keep this email. With this seal, npm run audit:verify can show later whether the audit log was rewritten.'],
    rows: [['Seal', facts.line('anchor')], whenRow(facts)],
  }),
} satisfies Record<string, WriteText>
