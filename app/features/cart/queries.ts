import type { QueryClient } from '@tanstack/react-query'
import { api } from '#app/lib/api.ts'
import type { Currency } from '#domain/money.ts'

/** The signed-in user's cart in a currency. Always asked anew: prices and stock move (D9). */
export const cartQuery = (token: string | null, currency: Currency) => ({
  queryKey: ['cart', token, currency] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => api.cart.list({ query: { currency }, signal }),
  enabled: token !== null,
  staleTime: 0,
})

/** Asks for the cart anew; an answer that is on its way is of before, and must not count as fresh. */
export async function readCartAnew(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: ['cart'] })
  await client.invalidateQueries({ queryKey: ['cart'] })
}
