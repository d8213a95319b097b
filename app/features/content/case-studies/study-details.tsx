import { Link } from 'react-router'
import type { CaseStudy } from '#contract/content/case-studies.ts'

/** Label of a story that is no report about a customer. */
export function IllustrativeTag() {
  return <span className="tape-note">Illustrative case</span>
}

export function StudyLabels({ study }: { study: CaseStudy }) {
  return (
    <p className="study-labels">
      <span className="industry-badge">{study.industry}</span>
      <span>{study.location}</span>
    </p>
  )
}

export function StudyResults({ results }: { results: CaseStudy['results'] }) {
  return (
    <dl className="study-results">
      {results.map(({ metric, value, improvement }) => (
        <div key={metric}>
          <dt>{metric}</dt>
          <dd>
            <span className="impact-figure">{improvement}</span>
            <span className="text-sm text-ink-2">{value}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function Testimonial({ testimonial: { quote, author, position } }: { testimonial: CaseStudy['testimonial'] }) {
  return (
    <figure className="study-quote">
      <blockquote>“{quote}”</blockquote>
      <figcaption>
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
    <ul className="product-badges" aria-label="Products used">
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
