import { pluralize } from '#domain/text.ts'
import { greeting, linkButton } from '#server/platform/mail/mail-phrases.ts'
import type { MailRow, WriteText } from '#server/platform/mail/mail-text.ts'

/** Emails to a seller's users about their stock. */
export const stockTexts = {
  'low-stock': (facts) => {
    const products = facts.list('products')
    const total = Number(facts.line('total')) || products.length
    const more = total - products.length
    return {
      subject: `Low stock: ${pluralize(total, 'product')}`,
      heading: 'Some of your products are running out',
      paragraphs: [greeting(facts), 'These products are low or out of stock. Restock them so buyers can keep ordering.'],
      rows: products.map((one): MailRow => [one.line('name'), one.line('left')]),
      button: linkButton(facts, 'View low stock'),
      after: [
        ...(more > 0 ? [`The low stock list shows ${more} more.`] : []),
        'You get this email at most once a day, and only when another product runs low.',
      ],
    }
  },
} satisfies Record<string, WriteText>
