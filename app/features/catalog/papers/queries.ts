import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { Read, ShopApi } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { OwnedPaper, PaperCopy, PaperedProduct, ProductPapers, StaffPaperCopy } from '#contract/catalog/papers.ts'
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

/** Papers on a page of My Papers. */
export const OWN_PAPERS_PAGE = 100

/** A page of the papers of what the user bought. */
export const ownPapersQuery = (token: Token, page: number): Read<Page<OwnedPaper>> => ({
  queryKey: [...ownPapersKey(token), page],
  read: (api, signal) => api.papers.listOwn({ query: { page: String(page), limit: String(OWN_PAPERS_PAGE) }, signal }),
  staleTime: 0,
})

/** Papers of the products of an order. */
export const orderPapersQuery = (token: Token, orderId: string): Read<Page<OwnedPaper>> => ({
  queryKey: [...ownPapersKey(token), orderId],
  read: (api, signal) => api.papers.listOwn({ query: { orderId, limit: '500' }, signal }),
  staleTime: 0,
})

/** Copies on a page of a seller's tasks. */
export const COPIES_PAGE = 50

/** Copies on paper that buyers asked the seller for, or that of an order. */
export const copiesQuery = (
  token: Token,
  { orderId, page = 1 }: { orderId?: string | undefined; page?: number },
): Read<Page<PaperCopy>> => ({
  queryKey: [...officeKey(token), 'paper-copies', orderId, page],
  read: (api, signal) =>
    api.papers.listCopies({ query: { page: String(page), limit: String(COPIES_PAGE), ...(orderId && { orderId }) }, signal }),
  staleTime: 0,
})

type AllCopies = NonNullable<NonNullable<Parameters<ShopApi['papers']['listAllCopies']>[0]>['query']>

/** Copies on paper of all sellers. */
export const paperCopiesGridQuery = (token: Token, query: GridQuery): Read<Page<StaffPaperCopy>> => ({
  queryKey: [...officeKey(token), 'paper-copies', query],
  read: (api, signal) => api.papers.listAllCopies({ query: query as AllCopies, signal }), // the grid sends only what its columns and filters name
  staleTime: 0,
})

/** Public products with public papers, by name. */
export const publicPapersQuery: Read<Page<PaperedProduct>> = {
  queryKey: ['products', 'papers'],
  read: (api, signal) => api.papers.listPublic({ query: { limit: '500' }, signal }),
}
