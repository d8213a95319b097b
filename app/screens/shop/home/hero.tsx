import { Link } from 'react-router'
import { formatMonths, inBoth, type ShopTerms } from '#content/shop-terms.ts'

/** Promises of the shop, from the rules that its carts apply. */
function factsOf({ promises: { ladder, warrantyMonths, returnDays }, shippingMethods }: ShopTerms) {
  const standard = shippingMethods.find(({ method }) => method === 'standard')
  const most = Math.max(0, ...ladder.map(({ discountPercent }) => discountPercent))
  const fewest = Math.min(...ladder.map(({ minQuantity }) => minQuantity))
  return [
    ...(most > 0 ? [{ figure: `Up to ${most}% off`, text: `on ${fewest} machines or more` }] : []),
    { figure: formatMonths(warrantyMonths), text: 'warranty on every machine' },
    { figure: `${returnDays.machines} days`, text: 'to return a machine' },
    ...(standard?.freeFrom ? [{ figure: 'Free shipping', text: `standard, from ${inBoth(standard.freeFrom)}` }] : []),
  ]
}

/** The head of the home page: what this is, where to go (S67), and the promises of the shop; `shop` null: they are left out. */
export function Hero({ shop }: { shop: ShopTerms | null }) {
  return (
    <section aria-labelledby="hero" className="mt-7">
      <div className="frame grid md:grid-cols-[5fr_6fr]">
        <div className="flex flex-col justify-center px-6 py-8 md:px-11 md:py-12">
          <h1 id="hero" className="text-hero leading-tight">
            Boxes in. Packing out.
          </h1>
          <p className="mt-4 mb-6 max-w-lead text-lg text-ink-2">
            Machines that turn the cardboard you throw away into mats and chips that protect what you ship. Or buy packing material
            ready-made, straight from the producers.
          </p>
          <p className="flex flex-wrap gap-3">
            <Link to="/products" className="button">
              Shop machines
            </Link>
            <Link to="/materials" className="button hollow">
              Buy packaging
            </Link>
          </p>
          <p className="mt-2">
            <Link to="/case-studies" className="inline-flex min-h-11 items-center font-medium">
              Read success stories
            </Link>
          </p>
        </div>
        <img
          src="/drawings/scenes/hero.svg"
          width={800}
          height={600}
          alt="A benchtop mat maker: used cardboard goes in at the back, a slit packing mat comes out at the front"
          fetchPriority="high"
          className="h-full w-full border-t-2 border-dashed border-ink object-cover md:border-t-0 md:border-l-2"
        />
      </div>
      {shop && (
        <dl className="frame fact-strip grid grid-cols-[repeat(4,1fr)] border-t-0 max-md:grid-cols-[1fr_1fr]">
          {factsOf(shop).map(({ figure, text }) => (
            <div key={text}>
              <dt className="font-display text-xl leading-snug">{figure}</dt>
              <dd className="text-sm text-ink-2">{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
