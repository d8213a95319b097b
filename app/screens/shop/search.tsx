import { type MouseEvent, useEffect } from 'react'
import { useNavigation } from 'react-router'
import { NO_FILTERS } from '#app/features/catalog/products/filters.ts'
import { PriceNote } from '#app/features/catalog/products/price-note.tsx'
import { KIND_LABELS, totalOf, viewHref } from '#app/features/content/search/search-address.ts'
import { sendClick, sendOutcome } from '#app/features/content/search/send-click.ts'
import { useSession } from '#app/features/kit/session/use-session.ts'
import { browserLoader, serverLoader } from '#app/lib/api.ts'
import { figure } from '#app/lib/format.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { ListFailed } from '#app/ui/list-messages.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { SearchBox } from '#app/ui/search-box.tsx'
import type { SearchResults } from '#contract/content/search.ts'
import type { RouteHandle } from '#contract/route-handle.ts'
import { isStaffRole } from '#domain/user.ts'
import type { Route } from './+types/search'
import { AllResults } from './search/all-results.tsx'
import { KindsNav } from './search/kinds-nav.tsx'
import { type LoadedSearch, loadSearch } from './search/load-search.ts'
import { ProductResults } from './search/product-results.tsx'
import { ArticleRows, PageRows, ProducerRows, TermRows } from './search/result-rows.tsx'
import { NoResults, StartHere, Understood } from './search-messages.tsx'

export const handle: RouteHandle = { isListed: false }

export const loader = serverLoader(loadSearch)
export const clientLoader = browserLoader(loadSearch)

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const search = loaderData?.view.filters.search
  return pageMeta({
    title: search ? `Search: ${search}` : 'Search',
    description: 'Search machines, parts, packaging, producers, articles and the glossary.',
    isPrivate: true,
  })
}

function Results({ loaded: { view, products, isFailed }, results }: { loaded: LoadedSearch; results: SearchResults | null }) {
  if (isFailed || !results) return <ListFailed text="The search didn't respond. Please try again." />
  if (totalOf('all', results.totals) === 0) return results.understood.answers.length > 0 ? <StartHere /> : <NoResults results={results} />
  if (products) return <ProductResults view={view} products={products} />
  if (view.kind === 'all') return <AllResults results={results} isExact={view.filters.isExact} />
  if (totalOf(view.kind, results.totals) === 0) {
    return <p className="mt-8">No {KIND_LABELS[view.kind].toLowerCase()} match this search. Other result types have matches.</p>
  }
  return (
    <section className="mt-6">
      <h2 className="visually-hidden">{KIND_LABELS[view.kind]}</h2>
      <ul className="result-rows mt-3 border-t-[1.5px] border-line">
        <ProducerRows producers={results.producers} />
        <ArticleRows articles={results.articles} />
        <PageRows pages={results.pages} />
        <TermRows terms={results.terms} />
      </ul>
    </section>
  )
}

/** Notes the result that was followed. */
function noteClick({ target }: MouseEvent, query: string, page: number): void {
  const link = target instanceof Element ? target.closest('a') : null
  const item = link?.closest('li')
  const place = page === 1 && item?.parentElement ? [...item.parentElement.children].indexOf(item) + 1 : undefined
  if (link?.origin === location.origin) sendClick(query, link.pathname + link.hash, place)
}

export default function Search({ loaderData: loaded }: Route.ComponentProps) {
  const { view, results, products, pages } = loaded
  const { search, page } = view.filters
  const session = useSession()
  const isCounted = session.status !== 'loading' && !isStaffRole(session.user?.role)
  useEffect(() => {
    if (isCounted && results) sendOutcome(results)
  }, [isCounted, results])
  const isLoading = useNavigation().location?.pathname === '/search'
  const total = products ? products.list.total : results ? totalOf(view.kind, results.totals) : null
  return (
    <div className="wrap pt-8">
      <header className="grid gap-2 mb-6">
        <h1 className="wrap-anywhere">
          {search === '' ? 'Search' : `Results for “${search}”`} {total !== null && <span className="text-ink-3">({figure(total)})</span>}
        </h1>
      </header>
      <SearchBox
        search={search}
        label="Search the shop"
        placeholder="Machines, mats, parts, producers, articles"
        action="/search"
        name="q"
        hrefOf={(typed) => viewHref({ kind: view.kind, filters: { ...NO_FILTERS, search: typed } })}
      >
        {view.kind !== 'all' && <input type="hidden" name="kind" value={view.kind} />}
      </SearchBox>
      {search === '' ? (
        <StartHere />
      ) : (
        <>
          {results && <KindsNav view={view} totals={results.totals} />}
          {results && <Understood results={results} view={view} hasChips={!products} />}
          <div
            onClickCapture={(event) => isCounted && noteClick(event, search, page)}
            aria-busy={isLoading}
            className="transition-opacity data-loading:opacity-45"
            data-loading={isLoading || undefined}
          >
            {(results?.totals.products ?? 0) > 0 && <PriceNote className="mt-3" />}
            <Results loaded={loaded} results={results} />
          </div>
          <Pagination page={page} pages={pages} hrefOf={(number) => viewHref(view, { page: number })} />
        </>
      )}
    </div>
  )
}
