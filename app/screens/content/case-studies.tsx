import { StudiesClosing } from '#app/features/content/case-studies/closing.tsx'
import { FeaturedCard } from '#app/features/content/case-studies/featured-card.tsx'
import { caseStudiesQuery } from '#app/features/content/case-studies/queries.ts'
import { isStudyShown, SAMPLE, StudiesWithheld, useShownStudies } from '#app/features/content/case-studies/study-details.tsx'
import { WideCard } from '#app/features/content/case-studies/wide-card.tsx'
import { Claim, ClaimNote, ClaimsProvider, useClaims } from '#app/features/content/claims/claim.tsx'
import { claimsQuery } from '#app/features/content/claims/queries.ts'
import { browserLoader, orNull, type Reading, serverLoader } from '#app/lib/api.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { listData } from '#app/lib/structured-data.ts'
import { ListFailed } from '#app/ui/list-messages.tsx'
import type { CaseStudy } from '#contract/content/case-studies.ts'
import type { Route } from './+types/case-studies'

async function read({ load }: Reading) {
  const [studies, claims] = await Promise.all([orNull(load(caseStudiesQuery)), orNull(load(claimsQuery))])
  return { studies, claims }
}

export const loader = serverLoader(read)
export const clientLoader = browserLoader(read)

const TITLE = 'Success Stories'
const DESCRIPTION =
  'How used cardboard becomes packing in car parts, aerospace, electronics, medical devices and renewable energy: five worked cases with their numbers.'
const PATH = '/case-studies'

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const shown = (loaderData?.studies ?? []).filter(isStudyShown)
  const description = shown.length === 0 ? 'Success stories of this shop.' : DESCRIPTION
  const entries = shown.map(({ id, title }) => ({ to: `${PATH}/${id}`, label: title }))
  return pageMeta({
    title: TITLE,
    description,
    canonical: PATH,
    image: '/drawings/scenes/mat-maker.svg',
    structuredData:
      import.meta.env.SSR && listData({ title: TITLE, description, path: PATH, places: [{ to: PATH, label: TITLE }], entries }),
  })
}

/** 50+ companies, 45% efficiency, return in 6-12 months (S159). */
const HEAD_CLAIMS = ['companies', 'efficiency', 'roi'] as const

function Head({ hasStudies }: { hasStudies: boolean }) {
  const claims = useClaims(HEAD_CLAIMS)
  return (
    <header className="mt-7">
      <div className="frame px-6 py-8 md:px-11">
        <h1>Success Stories</h1>
        {hasStudies && (
          <p className="mt-3 max-w-text text-lg text-ink-2">
            Five packing rooms, from castings to infusion pumps: the problem, the change and the result. The cases are illustrative: worked
            examples based on the planning values of our machines.
          </p>
        )}
      </div>
      <ul className="frame claim-strip grid grid-cols-[repeat(auto-fit,minmax(min(250px,100%),1fr))] border-t-0">
        {HEAD_CLAIMS.filter((id) => claims.some((claim) => claim.id === id)).map((id) => (
          <li key={id}>
            <Claim id={id} className="impact-figure" />
          </li>
        ))}
      </ul>
      <ClaimNote ids={HEAD_CLAIMS} className="mt-2" />
    </header>
  )
}

/** The stories, featured ones first. */
function Studies({ studies }: { studies: readonly CaseStudy[] }) {
  return (
    <div className={studies.every(({ illustrative }) => illustrative) ? SAMPLE : ''}>
      <section className="mt-11" aria-labelledby="featured">
        <h2 id="featured" className="mb-5">
          Featured Success Stories
        </h2>
        <div className="grid gap-6 md:grid-cols-[1fr_1fr]">
          {studies
            .filter(({ featured }) => featured)
            .map((study) => (
              <FeaturedCard key={study.id} study={study} />
            ))}
        </div>
      </section>
      <section className="mt-14" aria-labelledby="more">
        <h2 id="more" className="mb-5">
          More Success Stories
        </h2>
        <div className="grid gap-6">
          {studies
            .filter(({ featured }) => !featured)
            .map((study) => (
              <WideCard key={study.id} study={study} />
            ))}
        </div>
      </section>
    </div>
  )
}

export default function CaseStudiesScreen({ loaderData: { studies, claims } }: Route.ComponentProps) {
  const shown = useShownStudies(studies ?? [])
  const hasStudies = studies === null || shown.length > 0
  return (
    <div className="wrap">
      <ClaimsProvider claims={claims}>
        <Head hasStudies={hasStudies} />
      </ClaimsProvider>
      {!studies && (
        <div className="mt-11">
          <ListFailed text="Error loading success stories. Please try again later." />
        </div>
      )}
      {!hasStudies && <StudiesWithheld />}
      {shown.length > 0 && <Studies studies={shown} />}
      <StudiesClosing />
    </div>
  )
}
