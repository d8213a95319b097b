import { useState } from 'react'
import { Link } from 'react-router'
import { Picture } from '#app/ui/picture.tsx'
import type { CaseStudy } from '#contract/content/case-studies.ts'
import { DownloadLink, IllustrativeTag, ProductBadge, StudyLabels, StudyResults, Testimonial } from './study-details.tsx'

const RESULTS = 2
const BADGES = 2

/** The first two products; the others after pressing '+N more', or at once without JavaScript. */
function FewProducts({ products }: { products: CaseStudy['products'] }) {
  const [isOpen, setOpen] = useState(false)
  const more = products.length - BADGES
  return (
    <ul className="product-badges flex flex-wrap gap-2" aria-label="Products used">
      {products.map((product, index) => (
        <li key={product.name} className={index >= BADGES && !isOpen ? 'is-folded' : undefined}>
          <ProductBadge product={product} />
        </li>
      ))}
      {more > 0 && !isOpen && (
        <li className="needs-script">
          <button type="button" className="product-badge is-more" onClick={() => setOpen(true)}>
            +{more} more
          </button>
        </li>
      )}
    </ul>
  )
}

/** A featured story, half a page wide (S161-S163). */
export function FeaturedCard({ study }: { study: CaseStudy }) {
  return (
    <article className="frame grid grid-rows-[auto_1fr]">
      <Picture
        sizes="(width < 60rem) 92vw, 600px"
        src={study.image.url}
        width={800}
        height={600}
        alt={study.image.alt}
        className="w-full aspect-4/3 object-cover bg-kraft-print fold-b"
      />
      <div className="grid gap-4 content-start p-5 min-w-0">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <StudyLabels study={study} />
          <IllustrativeTag />
        </div>
        <div>
          <h3>
            <Link to={`/case-studies/${study.id}`}>{study.title}</Link>
          </h3>
          <p className="mt-1 text-sm text-ink-2">
            {study.client} · {study.completedDate}
          </p>
        </div>
        <p className="study-challenge line-clamp-3">{study.challenge}</p>
        <StudyResults results={study.results.slice(0, RESULTS)} />
        <Testimonial testimonial={study.testimonial} />
        <FewProducts products={study.products} />
        <p className="flex">
          <DownloadLink study={study} label="Download" />
        </p>
      </div>
    </article>
  )
}
