import { homeProductsQuery } from '#app/features/catalog/products/queries.ts'
import { latestPostQuery } from '#app/features/content/blog/queries.ts'
import { ClaimsProvider } from '#app/features/content/claims/claim.tsx'
import { claimsQuery } from '#app/features/content/claims/queries.ts'
import { organizationData } from '#app/features/content/pages/organization-data.ts'
import { impactMachinesQuery } from '#app/features/impact/queries.ts'
import { homeProducersQuery } from '#app/features/sellers/queries.ts'
import { browserLoader, orNull, type Reading, serverLoader } from '#app/lib/api.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { getShop } from '#app/lib/shop.ts'
import { shopFactsQuery } from '#app/lib/shop-facts.ts'
import { graph } from '#app/lib/structured-data.ts'
import { later } from '#app/ui/later.tsx'
import type { ShopFacts } from '#contract/content/shop.ts'
import type { RouteHandle } from '#contract/route-handle.ts'
import type { Route } from './+types/home'
import { FeaturedProducts } from './home/featured-products.tsx'
import { Hero } from './home/hero.tsx'

const Below = later(async () => (await import('./home/below.tsx')).Below)

const DESCRIPTION =
  'Machines that turn used cardboard into packing mats and chips, the parts that keep them running, and packing material made from used boxes.'

async function read({ load }: Reading) {
  const latest = load(latestPostQuery).catch(() => undefined)
  const [shop, featured, claims, producers, calculated] = await Promise.all([
    orNull(load(shopFactsQuery)),
    orNull(load(homeProductsQuery())),
    orNull(load(claimsQuery)),
    orNull(load(homeProducersQuery)),
    orNull(load(impactMachinesQuery)),
  ])
  return { shop, featured, claims, producers: producers ?? [], calculated: calculated?.[0], latest: await latest }
}

export const handle: RouteHandle = { changesWith: ['products', 'articles'] }
export const loader = serverLoader(read)
export const clientLoader = browserLoader(read, Below.load)

/** Structured data of the site: its search and the company behind it. */
function structuredData(shop: ShopFacts | null | undefined): object {
  const site = {
    '@type': 'WebSite',
    '@id': '/#website',
    name: getShop().name,
    url: '/',
    description: DESCRIPTION,
    inLanguage: 'en',
    publisher: { '@id': '/#organization' },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: '/search?q={search_term_string}' },
      'query-input': 'required name=search_term_string',
    },
  }
  return graph(site, ...(shop ? [organizationData(shop)] : []))
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({
    title: `${getShop().name}: packing made from used cardboard`,
    description: DESCRIPTION,
    canonical: '/',
    image: '/drawings/scenes/hero.svg',
    structuredData: import.meta.env.SSR && structuredData(loaderData?.shop),
  })

export default function Home({ loaderData: { shop, featured, claims, producers, calculated, latest } }: Route.ComponentProps) {
  return (
    <ClaimsProvider claims={claims}>
      <div className="wrap">
        <Hero shop={shop} />
        <div className="flute mt-11" aria-hidden="true" />
        <FeaturedProducts products={featured} />
        <Below producers={producers} calculated={calculated} latest={latest} />
      </div>
    </ClaimsProvider>
  )
}
