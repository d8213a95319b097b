import { useState } from 'react'
import { Link } from 'react-router'
import { compareHref, MAX_COMPARED, MIXED_KINDS, TOO_MANY } from '#app/features/catalog/products/comparison.ts'
import { listOf } from '#app/features/catalog/products/list-of.ts'
import { PriceNote } from '#app/features/catalog/products/price-note.tsx'
import { productQuery } from '#app/features/catalog/products/queries.ts'
import { UnitSwitch } from '#app/features/catalog/products/unit-switch.tsx'
import { useComparison } from '#app/features/catalog/products/use-comparison.ts'
import { impactMachinesQuery } from '#app/features/impact/queries.ts'
import { browserLoader, type Reading, serverLoader } from '#app/lib/api.ts'
import { money } from '#app/lib/format.ts'
import { atShownPrices } from '#app/lib/in-market.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { ListEmpty } from '#app/ui/list-messages.tsx'
import type { Product } from '#contract/catalog/products.ts'
import type { Currency } from '#domain/money.ts'
import { isSlug } from '#domain/product.ts'
import type { Route } from './+types/compare'
import type { CostsBySlug } from './compare/compare-rows.ts'
import { CompareTable } from './compare/compare-table.tsx'

const NO_COSTS: CostsBySlug = { USD: {}, EUR: {} }
/** Names of the parts that wear where a machine cuts. */
const BLADES = /blade|kni(?:fe|ves)|cutter/i

/** Returns what is known of the running costs: the payback of the calculator's example, and the price of the blades that fit. */
async function costsOf(products: readonly Product[], load: Reading['load']): Promise<CostsBySlug> {
  const known = await load(impactMachinesQuery).catch(() => [])
  const { calculateImpact, DEFAULT_INPUTS } = await import('#domain/impact.ts')
  const { paybackText, wholeMoney } = await import('#domain/impact-text.ts')
  const all = await Promise.all(
    products.map(async ({ slug, fittingParts }) => {
      const part = fittingParts.find(({ name }) => BLADES.test(name))
      const blades = part && (await load(productQuery(part.slug)).catch(() => null))
      return { slug, machine: known.find(({ id }) => id === slug), blades: blades ? atShownPrices(blades) : null }
    }),
  )
  const costsIn = (currency: Currency) =>
    Object.fromEntries(
      all.map(({ slug, machine, blades }) => {
        const price = machine && (currency === 'USD' ? machine.priceUSD : machine.priceEUR)
        const months = machine && price ? calculateImpact(DEFAULT_INPUTS, { ...machine, price }).paybackPeriod : null
        const spent = wholeMoney(DEFAULT_INPUTS.currentMaterialCost, currency)
        return [
          slug,
          {
            ...(months !== null && { payback: `${paybackText(months)} at ${spent} of packaging a month` }),
            ...(blades && { blades: `${money(currency === 'USD' ? blades.priceUSD : blades.priceEUR, currency)} (${blades.name})` }),
          },
        ]
      }),
    )
  return { USD: costsIn('USD'), EUR: costsIn('EUR') }
}

/** Reads the products that the address names: at most four of the kind of the first one; those that are not in the shop are left out. */
async function read({ url, load }: Reading) {
  const named = [...new Set((url.searchParams.get('p') ?? '').split(','))].filter(isSlug)
  const slugs = named.slice(0, MAX_COMPARED)
  const found = await Promise.all(
    slugs.map((slug) =>
      load(productQuery(slug))
        .then(atShownPrices)
        .catch((error: unknown) => {
          if (error instanceof Error) throw error
          return null // the page's 404, which is no error: there is no such product
        }),
    ),
  )
  const there = found.filter((product) => product !== null)
  const products = there.filter(({ type }) => type === there[0]?.type)
  const notes = [
    ...(named.length > MAX_COMPARED ? [TOO_MANY] : []),
    ...(products.length < there.length ? [MIXED_KINDS] : []),
    ...(there.length < slugs.length ? ['Some of these products are no longer in the shop.'] : []),
  ]
  return { products, notes, costs: products.some(({ type }) => type === 'machine') ? await costsOf(products, load) : NO_COSTS }
}

export const loader = serverLoader(read)
export const clientLoader = browserLoader(read)

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({
    title: 'Compare products',
    description: `Up to ${MAX_COMPARED} machines or packaging materials side by side: ${(loaderData?.products ?? []).map(({ name }) => name).join(', ') || 'prices, specifications, lead times'}.`,
    // the page is found by search engines, not every choice of products
    ...(loaderData?.products.length === 0 ? { canonical: '/compare' } : { isPrivate: true }),
  })

export default function Compare({ loaderData: { products, notes, costs } }: Route.ComponentProps) {
  const [isShort, setShort] = useState(false)
  const { remove, setChosen } = useComparison()
  const [first] = products
  const slugs = products.map(({ slug }) => slug)
  return (
    <div className="wrap pt-8 grid grid-cols-[minmax(0,1fr)] gap-5">
      <h1>Compare products</h1>
      {notes.map((note) => (
        <p key={note} className="notice" role="status">
          {note}
        </p>
      ))}
      {first ? (
        <>
          <div className="no-print flex flex-wrap items-center gap-x-6 gap-y-3">
            <label className="needs-script flex items-center gap-2 min-h-11">
              <input
                type="checkbox"
                checked={isShort}
                onChange={(event) => setShort(event.target.checked)}
                disabled={products.length < 2}
              />
              Show only differences
            </label>
            <UnitSwitch className="-ml-1" />
            {products.length < MAX_COMPARED && (
              <Link
                className="button hollow sm:ml-auto"
                to={listOf(first).to}
                onClick={() => setChosen(products.map(({ slug, name, type }) => ({ slug, name, type })))}
              >
                Add a product
              </Link>
            )}
            <button
              type="button"
              className={`needs-script button hollow ${products.length < MAX_COMPARED ? '' : 'sm:ml-auto'}`}
              onClick={() => window.print()}
            >
              Print
            </button>
          </div>
          <PriceNote />
          <CompareTable
            products={products}
            costs={costs}
            isShort={isShort && products.length > 1}
            withoutHref={(slug) => compareHref(slugs.filter((other) => other !== slug))}
            onRemove={remove}
          />
        </>
      ) : (
        <ListEmpty
          title="Add products to compare them here."
          clear={{ href: '/products', label: 'View equipment' }}
          elsewhere={{ href: '/materials', label: 'View packaging' }}
        />
      )}
    </div>
  )
}
