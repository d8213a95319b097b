import { Link, useSearchParams } from 'react-router'
import { Guard } from '#app/features/kit/session/guard.tsx'
import { OWN_PAGE, ownQuotesQuery } from '#app/features/quotes/queries.ts'
import { QuoteStateWord } from '#app/features/quotes/quote-parts.tsx'
import { pageOf } from '#app/lib/address.ts'
import { count, day, instant, money } from '#app/lib/format.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import type { QuoteSummary } from '#contract/quotes/quotes.ts'

export const meta = () => pageMeta({ title: 'My Quotes', description: `Your quotes at ${getShop().name}.`, isPrivate: true })

export default function QuotesScreen() {
  return <Guard>{() => <Quotes />}</Guard>
}

function Quotes() {
  const [address] = useSearchParams()
  const page = pageOf(address.get('page'))
  const token = useToken((state) => state.token)
  return (
    <div className="wrap py-8">
      <Link to="/account" className="back-link">
        My Account
      </Link>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>My Quotes</h1>
        <Link to="/quotes/new" className="button hollow">
          Request quote
        </Link>
      </div>
      <Load read={ownQuotesQuery(token, page)} failure="Your quotes could not be loaded.">
        {({ items, total }) => (
          <>
            <p role="status" className="mt-3 text-ink-2">
              {total === 0 ? 'No quotes yet. Ask for an offer on a product page, in your cart, or here.' : count(total, 'quote')}
            </p>
            <ul className="frame mt-4 empty:hidden">
              {items.map((quote) => (
                <QuoteRow key={quote.id} quote={quote} />
              ))}
            </ul>
            <Pagination page={page} pages={Math.ceil(total / OWN_PAGE)} hrefOf={(number) => `/quotes?page=${number}`} />
          </>
        )}
      </Load>
    </div>
  )
}

function QuoteRow({ quote }: { quote: QuoteSummary }) {
  const { id, number, title, business, createdAt, state, total, currency, validUntil } = quote
  return (
    <li className="grid gap-x-6 gap-y-1 p-5 not-first:border-t-[1.5px] not-first:border-line sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <h2 className="font-text text-[1.05rem] font-semibold tracking-[0]">
          <Link to={`/quotes/${id}`}>{number}</Link>
        </h2>
        <p className="wrap-anywhere">
          <bdi>{title}</bdi>
        </p>
        <p className="text-sm text-ink-2">
          {business ? <bdi>{business.name}</bdi> : 'We choose a seller for you'}, requested{' '}
          <time dateTime={createdAt}>{instant(createdAt)}</time>
        </p>
      </div>
      <div className="sm:text-right">
        <QuoteStateWord state={state} />
        {total !== null && <p className="price">{money(total, currency)}</p>}
        {state === 'offered' && validUntil && <p className="text-sm text-ink-2">Valid until {day(validUntil)}</p>}
      </div>
    </li>
  )
}
