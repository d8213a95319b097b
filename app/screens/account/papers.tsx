import { Link, useSearchParams } from 'react-router'
import { OwnedPapers } from '#app/features/catalog/papers/owned-papers.tsx'
import { OWN_PAPERS_PAGE, ownPapersQuery } from '#app/features/catalog/papers/queries.ts'
import { Guard } from '#app/features/kit/session/guard.tsx'
import { pageOf } from '#app/lib/address.ts'
import { day } from '#app/lib/format.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import type { OwnedPaper } from '#contract/catalog/papers.ts'

export const meta = () =>
  pageMeta({ title: 'My Papers', description: 'Manuals, declarations and other papers of what you bought.', isPrivate: true })

export default function AccountPapersScreen() {
  return <Guard>{() => <Papers />}</Guard>
}

function Papers() {
  const token = useToken((state) => state.token)
  const page = pageOf(useSearchParams()[0].get('page'))
  return (
    <div className="wrap py-8">
      <Link to="/account" className="back-link">
        My Account
      </Link>
      <h1>My Papers</h1>
      <p className="mt-2 mb-6 max-w-text text-ink-2">
        Manuals, declarations and other papers of what you bought: as they were when you ordered, and the newest.
      </p>
      <Load read={ownPapersQuery(token, page)} failure="Your papers could not be loaded.">
        {({ items, total }) =>
          total === 0 ? (
            <NoPapers />
          ) : (
            <>
              <ul className="grid gap-5">{linesOf(items).map(lineRow)}</ul>
              <Pagination page={page} pages={Math.ceil(total / OWN_PAPERS_PAGE)} hrefOf={(number) => `/account/papers?page=${number}`} />
            </>
          )
        }
      </Load>
    </div>
  )
}

/** Groups papers by order and product, in their order. */
function linesOf(papers: readonly OwnedPaper[]): OwnedPaper[][] {
  const lines = Map.groupBy(papers, ({ orderId, productId }) => `${orderId} ${productId}`)
  return [...lines.values()]
}

function lineRow(papers: OwnedPaper[]) {
  const [first] = papers
  if (!first) return null
  const { productName, orderId, orderNumber, orderedAt, productId } = first
  return (
    <li key={`${orderId} ${productId}`} className="frame p-5">
      <h2 className="text-lg">
        <bdi>{productName}</bdi>
      </h2>
      <p className="mb-3 text-ink-2">
        <Link to={`/account/orders/${orderId}`} className="inline-flex min-h-11 items-center wrap-anywhere">
          Order {orderNumber}
        </Link>
        , <span className="whitespace-nowrap">{day(orderedAt)}</span>
      </p>
      <OwnedPapers papers={papers} />
    </li>
  )
}

function NoPapers() {
  return (
    <div className="panel p-5">
      <p className="mb-4">There are no papers of what you bought. Manuals of machines appear here after your order.</p>
      <Link to="/resources/technical-documentation" className="button hollow">
        View public papers
      </Link>
    </div>
  )
}
