import { Link } from 'react-router'
import { LatestArticle } from '#app/features/blog/latest-article.tsx'
import { latestPostQuery } from '#app/features/blog/queries.ts'
import { ProductCard } from '#app/features/products/product-card.tsx'
import { featuredQuery } from '#app/features/products/queries.ts'
import { browserLoader, orNull, type Reading, serverLoader } from '#app/lib/load.ts'
import { pageMeta } from '#app/lib/meta.ts'
import type { ProductSummary } from '#contract/products.ts'
import type { Route } from './+types/home'
import { Reasons } from './home/reasons.tsx'

const DESCRIPTION =
  'Machines that turn used cardboard into packing mats and chips, the parts that keep them running, and packing material made from used boxes.'

async function read({ load }: Reading) {
  const latest = load(latestPostQuery).catch(() => undefined)
  const [machines, materials] = await Promise.all([orNull(load(featuredQuery('machine'))), orNull(load(featuredQuery('material')))])
  return { machines: machines?.items ?? [], materials: materials?.items ?? [], latest: await latest }
}

export const loader = serverLoader(read)
export const clientLoader = browserLoader(read)

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: 'Reflute', description: DESCRIPTION, canonical: '/', image: '/drawings/scenes/hero.svg' })

const FACTS = [
  { figure: 'Up to 15% off', text: 'on 3 machines or more' },
  { figure: '2 years', text: 'warranty on every machine' },
  { figure: '30 days', text: 'to return a machine' },
  { figure: 'Free shipping', text: 'standard, from $100 or €100' },
]

function Hero() {
  return (
    <section aria-labelledby="hero" className="mt-7">
      <div className="frame grid md:grid-cols-[5fr_6fr]">
        <div className="flex flex-col justify-center px-6 py-8 md:px-11 md:py-12">
          <h1 id="hero" className="text-hero leading-tight">
            Boxes in. Packing out.
          </h1>
          <p className="mt-4 mb-6 max-w-lead text-lg text-ink-2">
            Machines that turn the cardboard you throw away into mats and chips that protect what you ship. Or buy the packing ready made,
            from the producers themselves.
          </p>
          <p className="flex flex-wrap gap-3">
            <Link to="/products" className="button">
              Shop machines
            </Link>
            <Link to="/materials" className="button hollow">
              Buy packaging
            </Link>
          </p>
        </div>
        <img
          src="/drawings/scenes/hero.svg"
          width={800}
          height={600}
          alt="A benchtop mat maker: a used board goes in at the back, a slit packing mat comes out at the front"
          fetchPriority="high"
          className="h-full w-full border-t-2 border-dashed border-ink object-cover md:border-t-0 md:border-l-2"
        />
      </div>
      <dl className="frame fact-strip">
        {FACTS.map(({ figure, text }) => (
          <div key={figure}>
            <dd className="font-display text-xl leading-snug font-display">{figure}</dd>
            <dt className="text-sm text-ink-2">{text}</dt>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Shelf({ title, products, more }: { title: string; products: ProductSummary[]; more: { to: string; label: string } }) {
  if (products.length === 0) return null
  return (
    <section className="mt-14">
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h2>{title}</h2>
        <Link to={more.to} className="flex min-h-11 items-end">
          {more.label}
        </Link>
      </div>
      <ul className="card-grid">
        {products.slice(0, 4).map((product) => (
          <li key={product.id}>
            <ProductCard product={product} isTagged={false} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const STEPS = [
  {
    scene: 'step-box',
    title: 'A used box',
    text: 'Flatten what arrives in your goods-in: single and double wall, with print and tape on it.',
  },
  {
    scene: 'step-machine',
    title: 'Through the machine',
    text: 'Rotary cutters slit the board and, on a mat maker, expand it. No water, no glue, no heat.',
  },
  {
    scene: 'step-mat',
    title: 'Packing material',
    text: 'Mats wrap and cushion, chips fill the void. What is not needed goes into the paper bin, as before.',
  },
]

function HowItWorks() {
  return (
    <section className="mt-14">
      <h2 className="mb-5">How a box becomes a mat</h2>
      <ol className="steps frame">
        {STEPS.map(({ scene, title, text }, index) => (
          <li key={scene}>
            <img src={`/drawings/scenes/${scene}.svg`} width={800} height={600} alt="" loading="lazy" className="w-full" />
            <div className="p-5">
              <h3>
                {index + 1}. {title}
              </h3>
              <p className="mt-2 text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

export default function Home({ loaderData: { machines, materials, latest } }: Route.ComponentProps) {
  return (
    <div className="wrap">
      <Hero />
      <div className="flute mt-11" aria-hidden="true" />
      <Shelf title="Featured machines" products={machines} more={{ to: '/products', label: 'View equipment' }} />
      <Shelf title="Packaging from producers" products={materials} more={{ to: '/materials', label: 'View all packaging materials' }} />
      <HowItWorks />
      <Reasons />
      <LatestArticle post={latest} />
      <section className="frame mt-14 flex flex-wrap items-center justify-between gap-6 px-6 py-8 md:px-11">
        <div>
          <h2>Ready for your own boxes?</h2>
          <p className="mt-2 max-w-lead text-ink-2">
            Choose a machine, or buy from the people who run them: producers sell mats and chips by the pack.
          </p>
        </div>
        <p className="flex flex-wrap gap-3">
          <Link to="/products" className="button">
            View equipment
          </Link>
          <Link to="/producers" className="button hollow">
            Meet the producers
          </Link>
        </p>
      </section>
    </div>
  )
}
