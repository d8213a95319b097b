import { orderLink } from '#server/orders/mail-rows.ts'
import { greeting } from '#server/platform/mail/mail-phrases.ts'
import type { WriteText } from '#server/platform/mail/mail-text.ts'

/** Emails that bring a document of an order. */
export const documentTexts = {
  document: (facts, setting) => ({
    subject: `${facts.line('kind') || 'Document'} ${facts.line('label')} for your order ${facts.line('number')}`,
    heading: `${facts.line('kind') || 'Document'} ${facts.line('label')}`,
    paragraphs: [greeting(facts), 'The document is attached to this email. You can also download it from your order page at any time.'],
    rows: [
      ['Order', facts.line('number')],
      ['Corrects', facts.line('corrects')],
      ['Reason', facts.line('reason')],
      ['Total', facts.money('grossCents'), 'total'],
    ],
    button: orderLink(facts, setting.publicUrl),
    after: [`Questions? Reply to this email or call ${setting.shop.phone}.`],
  }),
} satisfies Record<string, WriteText>
