import { useNavigation } from 'react-router'
import { ProducerCard } from '#app/features/businesses/producer-card.tsx'
import { PRODUCERS_PAGE_SIZE, producerCountQuery, producersQuery } from '#app/features/businesses/queries.ts'
import { listHref, NO_FILTERS, readFilters } from '#app/features/products/filters.ts'
import { ListEmpty, ListFailed } from '#app/features/products/list-messages.tsx'
import { Pagination } from '#app/features/products/pagination.tsx'
import { SearchBox } from '#app/features/products/search-box.tsx'
import { browserLoader, orNull, type Reading, serverLoader } from '#app/lib/load.ts'
import { pageMeta } from '#app/lib/meta.ts'
import type { Route } from './+types/producers'

async function read({ url, load }: Reading) {
  const { search, page } = readFilters(url.searchParams)
  const [list, count] = await Promise.all([orNull(load(producersQuery(search, page))), orNull(load(producerCountQuery))])
  return { search, page, list, total: count ?? list?.total ?? 0 }
}

export const loader = serverLoader(read)
export const clientLoader = browserLoader(read)

const hrefOf = (search: string, page = 1) => listHref('/producers', { ...NO_FILTERS, search }, { page })

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({
    title: 'Producers',
    description: 'The businesses that build the machines and cut the packing material sold here: who they are, where, and what they offer.',
    canonical: hrefOf('', loaderData?.page),
    isPrivate: Boolean(loaderData?.search),
  })

function Empty({ search }: { search: string }) {
  if (search === '') return <ListEmpty title="No Producers Found" text="No producer sells here at the moment." />
  return (
    <ListEmpty
      title="No Matching Producers Found"
      text={`Nothing matches “${search}”.`}
      clear={{ href: hrefOf(''), label: 'Clear the search' }}
    />
  )
}

export default function Producers({ loaderData: { search, page, list, total } }: Route.ComponentProps) {
  const isLoading = useNavigation().location?.pathname === '/producers'
  return (
    <div className="wrap pt-8">
      <header className="list-header">
        <h1>Producers</h1>
        <p className="max-w-lead text-ink-2">They build the machines and cut the material. You buy from them, in one cart.</p>
      </header>
      <div className="list-tools">
        <SearchBox search={search} label="Search producers" placeholder="Search producers..." action="/producers" hrefOf={hrefOf} />
        {list && (
          <p role="status" className="font-medium">
            {list.total} of {total} producers
          </p>
        )}
      </div>
      <div aria-busy={isLoading} className="list-results mt-6" data-loading={isLoading || undefined}>
        {!list && <ListFailed text="Error loading producers. Please try again." />}
        {list?.items.length === 0 && <Empty search={search} />}
        {list && list.items.length > 0 && (
          <ul className="producer-grid">
            {list.items.map((producer) => (
              <li key={producer.id}>
                <ProducerCard producer={producer} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {list && <Pagination page={page} pages={Math.ceil(list.total / PRODUCERS_PAGE_SIZE)} hrefOf={(number) => hrefOf(search, number)} />}
    </div>
  )
}
