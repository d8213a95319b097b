import { isRouteErrorResponse, redirect } from 'react-router'
import { Breadcrumb } from '#app/features/catalog/products/breadcrumb.tsx'
import { sellerProductsQuery } from '#app/features/catalog/products/queries.ts'
import { TraderFacts } from '#app/features/sellers/businesses/trader-details.tsx'
import { producerQuery } from '#app/features/sellers/queries.ts'
import { NamedNumbers, numbersFor } from '#app/features/sellers/registers/named-numbers.tsx'
import { browserLoader, orNull, type Reading, serverLoader } from '#app/lib/api.ts'
import { useMarket } from '#app/lib/market.ts'
import { failedMeta, pageMeta } from '#app/lib/meta.ts'
import { countryInText } from '#domain/country-name.ts'
import type { Route } from './+types/producer'
import { ProducerFailed, ProducerNotFound } from './producer/not-shown.tsx'
import { Products } from './producer/products.tsx'
import { Profile } from './producer/profile.tsx'
import { structuredData } from './producer/structured-data.ts'

async function read({ params, url, load }: Reading) {
  const producer = await load(producerQuery(params.slug ?? ''))
  if (producer.slug !== params.slug) throw redirect(`/producers/${producer.slug}${url.search}`, 301)
  const [machines, materials] = await Promise.all([
    orNull(load(sellerProductsQuery(producer.id, 'machine'))),
    orNull(load(sellerProductsQuery(producer.id, 'material'))),
  ])
  return { producer, machines, materials }
}

export const loader = serverLoader(read)
export const clientLoader = browserLoader(read)

export const meta: Route.MetaFunction = ({ loaderData, error }) => {
  if (!loaderData) return failedMeta(error, { title: 'Producer Not Found', description: "There's no producer at this address." })
  const { producer, machines, materials } = loaderData
  const image = producer.logo ?? (machines?.items[0] ?? materials?.items[0])?.picture
  return pageMeta({
    title: producer.name,
    description: producer.description || `Products that ${producer.name} sells here.`,
    canonical: `/producers/${producer.slug}`,
    ...(image && { image }),
    structuredData: import.meta.env.SSR && structuredData(producer),
  })
}

export default function ProducerScreen({ loaderData: { producer, machines, materials } }: Route.ComponentProps) {
  const seller = producer.businessType === 'consumer' ? '&businessType=consumer' : ''
  const name = <bdi>{producer.name}</bdi>
  const { country } = useMarket()
  const numbers = numbersFor(producer.producerNumbers, country)
  return (
    <div className="wrap pt-4">
      <Breadcrumb places={[{ to: '/producers', label: 'Producers' }]} here={producer.name} />
      <Profile producer={producer} />
      {producer.trader && (
        <section aria-labelledby="trader" className="mt-8">
          <h2 id="trader" className="mb-3 text-xl">
            Trader details
          </h2>
          <p className="mb-3 hidden in-data-[law=eu]:block">This seller is a trader.</p>
          <TraderFacts trader={producer.trader} />
        </section>
      )}
      {numbers.length > 0 && (
        <section aria-labelledby="producer-numbers" className="mt-8">
          <h2 id="producer-numbers" className="mb-3 text-xl">
            Producer registers in {countryInText(country)}
          </h2>
          <NamedNumbers numbers={numbers} />
        </section>
      )}
      {producer.machineCount > 0 && (
        <Products
          title="Equipment"
          list={machines}
          failed="Error loading products. Please try again later."
          all={{ to: `/products?businessId=${producer.id}`, label: <>All equipment from {name}</> }}
        />
      )}
      {producer.materialCount > 0 && (
        <Products
          title="Materials"
          list={materials}
          failed="Error loading materials. Please try again later."
          all={{ to: `/materials?businessId=${producer.id}${seller}`, label: <>All materials from {name}</> }}
        />
      )}
      {producer.productCount === 0 && (
        <p className="mt-11 text-ink-2">
          <bdi>{producer.name}</bdi> has no products for sale right now.
        </p>
      )}
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isRouteErrorResponse(error) && error.status === 404 ? <ProducerNotFound /> : <ProducerFailed />
}
