import { greeting } from '#server/platform/mail/mail-phrases.ts'
import type { WriteText } from '#server/platform/mail/mail-text.ts'

/** Emails about recalls. */
export const recallTexts = {
  'product-recalled': (facts, { publicUrl, shop }) => ({
    subject: `Product safety recall: ${facts.line('product')}`,
    heading: 'Product safety recall',
    paragraphs: [
      greeting(facts),
      `${facts.line('product')}, which you bought from us, was recalled. Stop using it and follow these instructions:`,
    ],
    quote: facts.text('text'),
    rows: [
      ['Product', facts.line('product')],
      ['Your orders', facts.line('orders')],
    ],
    button: { label: 'View the recall', href: `${publicUrl}/products/${encodeURIComponent(facts.line('slug'))}` },
    after: [`Questions? Reply to this email or call ${shop.phone}.`],
  }),
} satisfies Record<string, WriteText>
