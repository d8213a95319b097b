import type { Read } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { OwnedPaper, PaperCopy, PaperedProduct, ProductPapers } from '#contract/catalog/papers.ts'
import type { Page } from '#contract/client.ts'

type Token = string | null

/** Papers of a product as those who edit it see them. */
export const productPapersQuery = (token: Token, id: string): Read<ProductPapers> => ({
  queryKey: [...officeKey(token), 'papers', id],
  read: (api, signal) => api.papers.listOfProduct({ params: { id }, signal }),
  staleTime: 0,
})

/** Key of what a buyer owns papers of. */
export const ownPapersKey = (token: Token) => ['own-papers', token] as const

/** Papers of what the user bought, or of one order. */
export const ownPapersQuery = (token: Token, orderId?: string): Read<OwnedPaper[]> => ({
  queryKey: [...ownPapersKey(token), orderId],
  read: (api, signal) => api.papers.listOwn({ query: orderId === undefined ? {} : { orderId }, signal }),
  staleTime: 0,
})

/** Copies on paper that buyers asked the seller for, or that of an order. */
export const copiesQuery = (token: Token, orderId?: string): Read<PaperCopy[]> => ({
  queryKey: [...officeKey(token), 'paper-copies', orderId],
  read: (api, signal) => api.papers.listCopies({ query: orderId === undefined ? {} : { orderId }, signal }),
  staleTime: 0,
})

/** Public products with public papers, by name. */
export const publicPapersQuery: Read<Page<PaperedProduct>> = {
  queryKey: ['products', 'papers'],
  read: (api, signal) => api.papers.listPublic({ query: { limit: '500' }, signal }),
}
