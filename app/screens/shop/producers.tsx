import { useLocation, useNavigation } from 'react-router'
import { listHref, NO_FILTERS, readFilters } from '#app/features/catalog/products/filters.ts'
import { whole } from '#app/features/catalog/products/load-list.ts'
import { ProducerCard } from '#app/features/sellers/businesses/producer-card.tsx'
import { ProducersSkeleton } from '#app/features/sellers/businesses/producers-skeleton.tsx'
import { PRODUCERS_PAGE_SIZE, producerCountQuery, producersQuery } from '#app/features/sellers/queries.ts'
import { deferredLoader, loadedNow, orNull, type Reading, serverLoader } from '#app/lib/api.ts'
import { figure } from '#app/lib/format.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { listData } from '#app/lib/structured-data.ts'
import { Deferred } from '#app/ui/deferred.tsx'
import { ListEmpty, ListFailed } from '#app/ui/list-messages.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { SearchBox } from '#app/ui/search-box.tsx'
import type { RouteHandle } from '#contract/route-handle.ts'
import type { Route } from './+types/producers'

type Loaded = Awaited<ReturnType<typeof read>>

async function read({ url, load }: Reading) {
  const { search, page } = readFilters(url.searchParams)
  const [list, count] = await Promise.all([orNull(load(producersQuery(search, page))), orNull(load(producerCountQuery))])
  return { list, total: count ?? list?.total ?? 0 }
}

export const handle: RouteHandle = { changesWith: ['producers'] }
export const loader = serverLoader(async (reading) => whole(await read(reading)))
export const clientLoader = deferredLoader(read)

const hrefOf = (search: string, page = 1) => listHref('/producers', { ...NO_FILTERS, search }, { page })

const asked = (search: string) => readFilters(new URLSearchParams(search))

const TITLE = 'Producers'
const DESCRIPTION =
  'The businesses that build the machines and cut the packing material sold here: who they are, where they are and what they offer.'

export const meta: Route.MetaFunction = ({ loaderData, location }) => {
  const { search, page } = asked(location.search)
  const path = hrefOf('', page)
  const producers = loadedNow(loaderData?.loaded)?.list?.items ?? []
  return pageMeta({
    title: TITLE,
    description: DESCRIPTION,
    canonical: path,
    isPrivate: search !== '',
    image: '/drawings/scenes/mat-stack.svg',
    structuredData:
      import.meta.env.SSR &&
      listData({
        title: TITLE,
        description: DESCRIPTION,
        path,
        places: [{ to: '/producers', label: TITLE }],
        entries: producers.map(({ slug, name }) => ({ to: `/producers/${slug}`, label: name })),
        first: (page - 1) * PRODUCERS_PAGE_SIZE + 1,
      }),
  })
}

function Empty({ search }: { search: string }) {
  if (search === '') return <ListEmpty title="No Producers Found" text="No producers are selling here right now." />
  return (
    <ListEmpty
      title="No Matching Producers Found"
      text={`No producers match “${search}”.`}
      clear={{ href: hrefOf(''), label: 'Clear search' }}
    />
  )
}

function Results({ loaded, search }: { loaded: Loaded | null; search: string }) {
  if (!loaded) return <ProducersSkeleton />
  if (!loaded.list) return <ListFailed text="Error loading producers. Please try again." />
  if (loaded.list.items.length === 0) return <Empty search={search} />
  return (
    <ul className="producer-grid grid grid-cols-[repeat(auto-fill,minmax(min(340px,100%),1fr))] gap-x-5">
      {loaded.list.items.map((producer) => (
        <li key={producer.id} className="mb-5 grid row-span-5 grid-rows-subgrid">
          <ProducerCard producer={producer} />
        </li>
      ))}
    </ul>
  )
}

export default function Producers({ loaderData }: Route.ComponentProps) {
  const { loaded } = loaderData
  const { search } = asked(useLocation().search)
  return (
    <div className="wrap pt-8">
      <header className="grid gap-2 mb-6">
        <h1>
          Producers <Deferred value={loaded}>{(now) => now?.list && <span className="text-ink-3">({figure(now.total)})</span>}</Deferred>
        </h1>
        <p className="max-w-lead text-ink-2">They build the machines and cut the packing material. Buy from all of them in one cart.</p>
      </header>
      <div className="list-tools">
        <SearchBox search={search} label="Search producers" placeholder="Search producers..." action="/producers" hrefOf={hrefOf} />
        <p role="status" className="font-medium">
          <Deferred value={loaded}>{(now) => <Count loaded={now} />}</Deferred>
        </p>
      </div>
      <Deferred value={loaded}>{(now) => <List loaded={now} />}</Deferred>
    </div>
  )
}

/** True while the list is read, for the first time or for another address of this screen. */
function useIsLoading(loaded: Loaded | null): boolean {
  const { pathname } = useLocation()
  const { location } = useNavigation()
  return !loaded || location?.pathname === pathname
}

function Count({ loaded }: { loaded: Loaded | null }) {
  const isLoading = useIsLoading(loaded)
  if (isLoading) return 'Loading producers...'
  return loaded?.list && `${figure(loaded.list.items.length)} of ${figure(loaded.total)} producers`
}

function List({ loaded }: { loaded: Loaded | null }) {
  const { search, page } = asked(useLocation().search)
  const isLoading = useIsLoading(loaded)
  const pages = Math.ceil((loaded?.list?.total ?? 0) / PRODUCERS_PAGE_SIZE)
  return (
    <>
      <div
        aria-busy={isLoading}
        className="mt-6 transition-opacity data-loading:opacity-45"
        data-loading={(loaded && isLoading) || undefined}
      >
        <Results loaded={loaded} search={search} />
      </div>
      <Pagination page={page} pages={pages} hrefOf={(number) => hrefOf(search, number)} />
    </>
  )
}
