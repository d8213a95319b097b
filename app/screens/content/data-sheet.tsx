import { Picture } from '#app/ui/picture.tsx'
import { mainDrawing } from '#domain/picture.ts'
import './pages.css'
import { Link, useParams } from 'react-router'
import { shownRows } from '#app/features/catalog/products/facts.ts'
import { picturesOf } from '#app/features/catalog/products/pictures.ts'
import { productQuery } from '#app/features/catalog/products/queries.ts'
import { queryOf } from '#app/lib/api.ts'
import { day } from '#app/lib/format.ts'
import { useMarket } from '#app/lib/market.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { unbroken } from '#app/lib/unbroken.ts'
import { useRead } from '#app/lib/use-read.ts'
import { LoadingNote } from '#app/ui/loading-note.tsx'
import { ReadFailed } from '#app/ui/read-failed.tsx'
import type { Product } from '#contract/catalog/products.ts'
import { isApiError } from '#contract/errors.ts'
import type { Route } from './+types/data-sheet'
import { Members } from './documentation-members.tsx'

const LIST = '/resources/technical-documentation'

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Data sheet', description: 'The data sheet of a machine, for members.', isPrivate: true })

function Sheet({ product }: { product: Product }) {
  const [picture] = picturesOf(product)
  const { warrantyMonths, business } = product
  const place = [business.city, business.country].filter(Boolean).join(', ')
  const more = [
    { name: 'Producer', value: [business.name, place].filter(Boolean).join(', ') },
    { name: 'Article', value: product.slug },
    ...(warrantyMonths ? [{ name: 'Warranty', value: `${warrantyMonths} months` }] : []),
    { name: 'Version', value: day(product.updatedAt) },
  ]
  const rows = [...shownRows(product).filter(({ name }) => name !== 'Warranty'), ...more]
  return (
    <article aria-labelledby="sheet-title" className="data-sheet frame">
      <div>
        <p className="text-sm text-ink-2">Data sheet</p>
        <h2 id="sheet-title">
          <bdi>{unbroken(product.name)}</bdi>
        </h2>
        <p dir="auto" className="mt-2 max-w-lead">
          {product.description}
        </p>
      </div>
      <Picture sizes="800px" src={picture.url} instead={mainDrawing(product.slug)} alt={picture.alt} width={800} height={600} />
      <table className="w-full max-w-190">
        <caption className="visually-hidden">
          Specifications of <bdi>{product.name}</bdi>
        </caption>
        <tbody>
          {rows.map(({ name, value }) => (
            <tr key={name}>
              <th className="py-2.25 border-b-[1.5px] border-line text-left align-top w-[38%] pr-4 text-ink-2 font-normal" scope="row">
                {name}
              </th>
              <td className="py-2.25 border-b-[1.5px] border-line text-left align-top font-medium wrap-anywhere">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {product.features.length > 0 && (
        <ul className="page-list max-w-text grid gap-1.5 pl-[1.2em] list-[square]">
          {product.features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      )}
      <p className="text-sm text-ink-2">
        Information from the producer, as of the version above. The product page in the shop has the latest version.
      </p>
    </article>
  )
}

function LoadedSheet({ slug }: { slug: string }) {
  const { data, error, isError, isFetching, refetch } = useRead(queryOf(productQuery(slug, useMarket())))
  if (data) {
    return (
      <>
        <p className="flex flex-wrap items-center gap-x-6 gap-y-2 no-print">
          <button type="button" className="button" onClick={() => window.print()}>
            Print
          </button>
          <Link to={`/products/${data.slug}`} className="flex min-h-11 items-center">
            View in the shop
          </Link>
        </p>
        <Sheet product={data} />
      </>
    )
  }
  if (!isError) return <LoadingNote />
  if (isApiError(error) && error.status === 404) {
    return (
      <p role="alert" className="notice bad">
        No machine for sale has this name.
      </p>
    )
  }
  return <ReadFailed text="The data sheet could not be loaded. Please try again." isReading={isFetching} onAgain={() => void refetch()} />
}

export default function DataSheet() {
  const { slug = '' } = useParams()
  return (
    <div className="wrap written-page">
      <header className="no-print">
        <p>
          <Link to={LIST} className="inline-flex min-h-11 items-center">
            All data sheets
          </Link>
        </p>
        <h1>Technical documentation</h1>
      </header>
      <Members>
        <LoadedSheet slug={slug} />
      </Members>
    </div>
  )
}
