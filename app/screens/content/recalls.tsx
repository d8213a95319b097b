import { Link } from 'react-router'
import { recallsQuery } from '#app/features/catalog/products/queries.ts'
import { browserLoader, orNull, type Reading, serverLoader } from '#app/lib/api.ts'
import { day } from '#app/lib/format.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { ListFailed } from '#app/ui/list-messages.tsx'
import { Picture } from '#app/ui/picture.tsx'
import type { RecalledProduct } from '#contract/catalog/recalls.ts'
import type { RouteHandle } from '#contract/route-handle.ts'
import { mainDrawing } from '#domain/picture.ts'
import type { Route } from './+types/recalls'

export const handle: RouteHandle = { changesWith: ['products'] }

async function read({ load }: Reading) {
  return { recalls: await orNull(load(recallsQuery)) }
}

export const loader = serverLoader(read)
export const clientLoader = browserLoader(read)

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: 'Recalled products',
    description: 'Products from our shop that were recalled for safety reasons, and what their buyers should do.',
    canonical: '/recalls',
  })

function RecallEntry({ product: { slug, name, image, brand, mpn, sku, businessName, recall } }: { product: RecalledProduct }) {
  return (
    <li className="grid gap-5 border-t-2 border-ink py-6 sm:grid-cols-[160px_minmax(0,1fr)]">
      <Picture
        className="w-40 aspect-4/3 border-[1.5px] border-line bg-kraft-print object-cover"
        src={image}
        instead={mainDrawing(slug)}
        alt=""
        sizes="160px"
        width={800}
        height={600}
        loading="lazy"
      />
      <div>
        <h2 className="text-2xl">
          <Link to={`/products/${slug}`}>
            <bdi>{name}</bdi>
          </Link>
        </h2>
        <p className="mt-1 text-ink-2">
          {[brand === businessName ? '' : brand, mpn ?? sku, `sold by ${businessName}`].filter(Boolean).join(' · ')}, recalled{' '}
          <time dateTime={recall.at}>{day(recall.at)}</time>
        </p>
        <p dir="auto" className="mt-3 max-w-text wrap-anywhere whitespace-pre-line">
          {recall.text}
        </p>
      </div>
    </li>
  )
}

export default function Recalls({ loaderData: { recalls } }: Route.ComponentProps) {
  return (
    <article className="wrap py-8">
      <h1 className="mb-2.5">Recalled products</h1>
      {recalls === null ? (
        <ListFailed text="The recalled products could not be loaded. Please try again." />
      ) : recalls.length === 0 ? (
        <p>No product is recalled.</p>
      ) : (
        <>
          <p className="mb-6 max-w-text text-lg text-ink-2">
            These products were recalled because they are not safe. We no longer sell them, and we emailed everyone who bought them here. If
            you have one, stop using it until you have read what to do.
          </p>
          <ul>
            {recalls.map((product) => (
              <RecallEntry key={product.id} product={product} />
            ))}
          </ul>
        </>
      )}
    </article>
  )
}
