import { Link } from 'react-router'
import { Picture } from '#app/ui/picture.tsx'
import type { CaseStudy } from '#contract/content/case-studies.ts'
import { DownloadLink, IllustrativeTag, ProductBadges, StudyLabels, StudyResults } from './study-details.tsx'

/** A story at full width (S164-S166). */
export function WideCard({ study }: { study: CaseStudy }) {
  return (
    <article className="frame study-wide md:grid md:grid-cols-[340px_minmax(0,1fr)]">
      <div className="md:fold-r">
        <Picture
          sizes="(width < 60rem) 92vw, 400px"
          src={study.image.url}
          width={800}
          height={600}
          alt={study.image.alt}
          loading="lazy"
          className="w-full aspect-4/3 object-cover bg-kraft-print fold-b"
        />
        <div className="p-5">
          <ProductBadges products={study.products} />
        </div>
      </div>
      <div className="md:px-8 md:py-7 grid gap-4 content-start p-5 min-w-0">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <StudyLabels study={study} />
          <IllustrativeTag />
        </div>
        <div>
          <h3>{study.title}</h3>
          <p className="mt-1 text-sm text-ink-2">
            {study.client} · {study.completedDate}
          </p>
        </div>
        <p className="study-challenge max-w-text line-clamp-3">{study.challenge}</p>
        <StudyResults results={study.results} />
        <p className="flex flex-wrap gap-3">
          <Link to={`/case-studies/${study.id}`} className="button">
            View Details<span className="visually-hidden">: {study.title}</span>
          </Link>
          <DownloadLink study={study} label="PDF" />
        </p>
      </div>
    </article>
  )
}
