import { Link } from 'react-router'
import type { CaseStudy } from '#contract/case-studies.ts'
import { DownloadLink, IllustrativeTag, ProductBadges, StudyLabels, StudyResults } from './parts.tsx'

/** A story over the whole width (S164-S166). */
export function WideCard({ study }: { study: CaseStudy }) {
  return (
    <article className="frame study-wide">
      <img src={study.image.url} width={800} height={600} alt={study.image.alt} loading="lazy" className="study-image" />
      <div className="study-body">
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
        <p className="study-challenge max-w-text">{study.challenge}</p>
        <StudyResults results={study.results} />
        <div className="flex flex-wrap items-end justify-between gap-4">
          <ProductBadges products={study.products} />
          <p className="flex flex-wrap gap-3">
            <DownloadLink study={study} label="PDF" />
            <Link to={`/case-studies/${study.id}`} className="button">
              View Details<span className="visually-hidden">: {study.title}</span>
            </Link>
          </p>
        </div>
      </div>
    </article>
  )
}
