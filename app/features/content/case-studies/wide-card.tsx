import { Link } from 'react-router'
import type { CaseStudy } from '#contract/content/case-studies.ts'
import { DownloadLink, IllustrativeTag, ProductBadges, StudyLabels, StudyResults } from './study-details.tsx'

/** A story at full width (S164-S166). */
export function WideCard({ study }: { study: CaseStudy }) {
  return (
    <article className="frame study-wide">
      <div className="study-side">
        <img src={study.image.url} width={800} height={600} alt={study.image.alt} loading="lazy" className="study-image" />
        <div className="p-5">
          <ProductBadges products={study.products} />
        </div>
      </div>
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
