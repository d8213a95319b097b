import { Link } from 'react-router'
import { getMarket, isEuMarket, useMarket } from '#app/lib/market.ts'
import type { CaseStudy } from '#contract/content/case-studies.ts'

/** Label of a story that is no report about a customer. */
export function IllustrativeTag() {
  return <span className="px-2.5 py-0.5 bg-tape text-on-bright text-sm font-semibold whitespace-nowrap">Illustrative case</span>
}

/** Returns whether a story may be shown in the visitor's market: private buyers in the European Union see no made-up ones. */
export const isStudyShown = ({ illustrative }: CaseStudy): boolean => !illustrative || !isEuMarket(getMarket())

/** As `isStudyShown`, for a screen. */
export function useShownStudies(studies: readonly CaseStudy[]): CaseStudy[] {
  const isInEu = isEuMarket(useMarket())
  return studies.filter(({ illustrative }) => !illustrative || !isInEu)
}

/** Hides made-up stories from private buyers in the European Union until the page is awake, which leaves them out then. */
export const SAMPLE = 'in-data-[law=eu]:invisible'

/** Says why there are no stories. */
export function StudiesWithheld() {
  return (
    <p className="notice mt-8 max-w-text">
      Our stories are worked examples, not reports about customers. We don't show such examples to private buyers in the European Union. The{' '}
      <Link to="/impact-calculator">impact calculator</Link> works with your own numbers.
    </p>
  )
}

export function StudyLabels({ study }: { study: CaseStudy }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2 text-sm">
      <span className="px-2.5 py-0.5 rounded-box bg-blue-tint text-blue font-semibold">{study.industry}</span>
      <span>{study.location}</span>
    </p>
  )
}

export function StudyResults({ results }: { results: CaseStudy['results'] }) {
  return (
    <dl className="study-results">
      {results.map(({ metric, value, improvement }) => (
        <div key={metric} className="grid row-span-2 grid-rows-[subgrid] gap-0.5">
          <dt className="text-ink-2 text-sm">{metric}</dt>
          <dd>
            <span className="impact-figure text-xl">{improvement}</span>
            <span className="text-sm text-ink-2">{value}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function Testimonial({ testimonial: { quote, author, position } }: { testimonial: CaseStudy['testimonial'] }) {
  return (
    <figure className="self-start pl-4 border-l-4 border-kraft">
      <blockquote className="text-lg leading-[1.4]">“{quote}”</blockquote>
      <figcaption className="mt-1 text-ink-2 text-sm">
        {author}, {position}
      </figcaption>
    </figure>
  )
}

/** A product as a badge: a link while it is public. */
export function ProductBadge({ product: { name, slug } }: { product: CaseStudy['products'][number] }) {
  return slug ? (
    <Link to={`/products/${slug}`} className="product-badge">
      {name}
    </Link>
  ) : (
    <span className="product-badge">{name}</span>
  )
}

export function ProductBadges({ products }: { products: CaseStudy['products'] }) {
  return (
    <ul className="product-badges flex flex-wrap gap-2" aria-label="Products used">
      {products.map((product) => (
        <li key={product.name}>
          <ProductBadge product={product} />
        </li>
      ))}
    </ul>
  )
}

/** Link to the PDF, if there is one. */
export function DownloadLink({ study, label, className = 'button hollow' }: { study: CaseStudy; label: string; className?: string }) {
  if (!study.downloadUrl) return null
  return (
    <a href={study.downloadUrl} download className={className}>
      {label}
      <span className="visually-hidden">: {study.title}</span>
    </a>
  )
}
