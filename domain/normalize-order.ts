import { normalizeText } from '#domain/search/words.ts'

/**
 * Returns the search text of an order for staff: number, names, emails and company, of the account and as typed at checkout, and tags,
 * normalized.
 */
export function normalizeOrder(order: {
  number: string
  userName: string
  userEmail: string
  customer: Record<string, string>
  tags?: readonly string[]
}): string {
  const { firstName = '', lastName = '', email = '', company = '' } = order.customer
  const texts = [order.number, order.userName, order.userEmail, `${firstName} ${lastName}`, email, company, ...(order.tags ?? [])].map(
    normalizeText,
  )
  return [...new Set(texts)].filter(Boolean).join('\n')
}
