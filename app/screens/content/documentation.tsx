import './pages.css'
import { Link } from 'react-router'
import { PaperLinks } from '#app/features/catalog/papers/paper-links.tsx'
import { publicPapersQuery } from '#app/features/catalog/papers/queries.ts'
import { keyFacts } from '#app/features/catalog/products/facts.ts'
import { machinesQuery } from '#app/features/catalog/products/queries.ts'
import { queryOf } from '#app/lib/api.ts'
import { useMarket } from '#app/lib/market.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { breadcrumbList, graph, webPage } from '#app/lib/structured-data.ts'
import { unbroken } from '#app/lib/unbroken.ts'
import { useRead } from '#app/lib/use-read.ts'
import { LoadingNote } from '#app/ui/loading-note.tsx'
import { ReadFailed } from '#app/ui/read-failed.tsx'
import type { Route } from './+types/documentation'
import { Members } from './documentation-members.tsx'

const PAGE = {
  title: 'Technical documentation',
  description: 'Manuals, declarations and other papers of products, and data sheets of every machine for members.',
  path: '/resources/technical-documentation',
}

export const meta: Route.MetaFunction = () =>
  pageMeta({
    ...PAGE,
    canonical: PAGE.path,
    structuredData:
      import.meta.env.SSR &&
      graph(
        webPage(PAGE),
        breadcrumbList([
          { to: '/resources', label: 'Resource Center' },
          { to: PAGE.path, label: PAGE.title },
        ]),
      ),
  })

const FACTS = 3

function Sheets() {
  const { data, isError, isFetching, refetch } = useRead(queryOf(machinesQuery(useMarket())))
  if (isError)
    return <ReadFailed text="Error loading products. Please try again later." isReading={isFetching} onAgain={() => void refetch()} />
  if (!data) return <LoadingNote />
  return (
    <section aria-labelledby="sheets">
      <h2 id="sheets" className="mb-4">
        Data sheets
      </h2>
      <ul className="frame fit-list md:grid md:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]">
        {data.map((machine) => (
          <li
            key={machine.id}
            className="grid grid-cols-1 gap-x-6 gap-y-2 px-6 py-4.5 md:col-span-full md:grid-cols-subgrid md:items-baseline not-first:fold-t"
          >
            <div>
              <h3>
                <Link to={`/resources/technical-documentation/${machine.slug}`} className="inline-flex py-2.5">
                  <bdi>{unbroken(machine.name)}</bdi>
                </Link>
              </h3>
              <p className="text-sm text-ink-2">
                <bdi>{machine.categoryLabel}</bdi>, <bdi>{machine.businessName}</bdi>
              </p>
            </div>
            <dl className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] md:grid-cols-3 content-start gap-x-5 gap-y-1">
              {keyFacts(machine, FACTS).map(({ label, value }) => (
                <div key={label}>
                  <dt className="text-ink-2 text-sm">{label}</dt>
                  <dd className="font-semibold">{value}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Papers of products that everybody may read. Renders nothing while there are none. */
function Papers() {
  const { data } = useRead(queryOf(publicPapersQuery))
  if (!data || data.items.length === 0) return null
  return (
    <section aria-labelledby="papers">
      <h2 id="papers" className="mb-4">
        Papers of products
      </h2>
      <ul className="frame">
        {data.items.map(({ id, name, businessName, papers }) => (
          <li key={id} className="px-6 py-4.5 not-first:fold-t">
            <h3>
              <bdi>{unbroken(name)}</bdi>
            </h3>
            <p className="mb-2 text-sm text-ink-2">
              <bdi>{businessName}</bdi>
            </p>
            <PaperLinks papers={papers} />
          </li>
        ))}
      </ul>
    </section>
  )
}

export default function Documentation() {
  return (
    <div className="wrap written-page">
      <header>
        <h1>Technical documentation</h1>
        <p className="max-w-text text-lg text-ink-2">
          Manuals, declarations and other papers of products, and a data sheet for every machine for sale, made from its current
          specifications.
        </p>
      </header>
      <Papers />
      <Members>
        <p>
          Manuals, declarations and spare part lists of what you bought are in <Link to="/account/papers">your papers</Link>.
        </p>
        <Sheets />
      </Members>
    </div>
  )
}
