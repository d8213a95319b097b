import { LatestArticle } from '#app/features/content/blog/latest-article.tsx'
import { Link } from '#app/ui/link.tsx'
import type { BlogSummary } from '#contract/content/blog.ts'
import type { ImpactMachine } from '#contract/impact/impact.ts'
import type { PublicBusiness } from '#contract/sellers/businesses.ts'
import { ImpactTeaser } from './impact-teaser.tsx'
import { ProducersRow } from './producers-row.tsx'
import { Reasons } from './reasons.tsx'
import { Steps } from './steps.tsx'

function Closing() {
  return (
    <section aria-labelledby="closing" className="frame mt-14 flex flex-wrap items-center justify-between gap-6 px-6 py-8 md:px-11">
      <div>
        <h2 id="closing">Ready for your own boxes?</h2>
        <p className="mt-2 max-w-lead text-ink-2">
          Choose a machine, or tell us what you ship and which boxes come in. We'll tell you what fits and what doesn't.
        </p>
      </div>
      <p className="flex flex-wrap gap-3">
        <Link to="/products" className="button">
          View equipment
        </Link>
        <Link to="/contact" className="button hollow">
          Contact us
        </Link>
      </p>
    </section>
  )
}

interface BelowProps {
  producers: readonly PublicBusiness[]
  calculated: ImpactMachine | undefined
  latest: BlogSummary | null | undefined
}

/** Rest of the home page, after the first products. */
export function Below({ producers, calculated, latest }: BelowProps) {
  return (
    <>
      <Steps />
      <Reasons />
      <ImpactTeaser machine={calculated} />
      <ProducersRow producers={producers} />
      <LatestArticle post={latest} />
      <Closing />
    </>
  )
}
