import { formatMonth } from '#domain/text.ts'
import { greeting } from '#server/platform/mail/mail-phrases.ts'
import type { MailRow, WriteText } from '#server/platform/mail/mail-text.ts'

/** Emails to a seller about the documents of a month; the fact `name` is the name of the business. */
export const monthlyTexts = {
  'monthly-documents': (facts, { publicUrl, shop }) => {
    const documents = facts.list('documents')
    const [first] = documents
    const day = new Date(facts.line('lastDay'))
    const month = Number.isNaN(day.getTime()) ? 'last month' : formatMonth(day)
    const labels = documents.map((document) => document.line('label'))
    const isOne = documents.length === 1
    const list = `${publicUrl}/business/documents`
    return {
      subject: isOne ? `${first?.line('kind')} ${first?.line('label')} for ${month}` : `Your documents for ${month}: ${labels.join(', ')}`,
      heading: isOne ? `${first?.line('kind')} for ${month}` : `Your documents for ${month}`,
      paragraphs: [
        greeting(facts),
        `${isOne ? 'This document is' : 'These documents are'} about your sales at ${shop.name} in ${month}. You don't have to pay anything: the amounts are already part of your balance.`,
      ],
      rows: documents.map((document): MailRow => [`${document.line('kind')} ${document.line('label')}`, document.money('grossCents')]),
      button: isOne
        ? { label: 'View document', href: `${list}?search=${encodeURIComponent(labels[0] ?? '')}` }
        : { label: 'View documents', href: list },
      after: [`Questions? Reply to this email or call ${shop.phone}.`],
    }
  },
} satisfies Record<string, WriteText>
