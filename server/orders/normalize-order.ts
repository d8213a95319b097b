import { normalizeText } from '#server/platform/text/search-text.ts'

/** What a search of staff reads of an order: number, names, e-mails and firm, of the account and as typed at checkout; normalized to lower-case ASCII. */
export function normalizeOrder(order: { number: string; userName: string; userEmail: string; customer: Record<string, string> }): string {
  const { firstName = '', lastName = '', email = '', company = '' } = order.customer
  const texts = [order.number, order.userName, order.userEmail, `${firstName} ${lastName}`, email, company].map(normalizeText)
  return [...new Set(texts)].filter(Boolean).join('\n')
}
