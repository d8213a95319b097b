import { Link } from 'react-router'
import { StudiesClosing } from '#app/features/case-studies/closing.tsx'
import { FeaturedCard } from '#app/features/case-studies/featured-card.tsx'
import { caseStudiesQuery } from '#app/features/case-studies/queries.ts'
import { WideCard } from '#app/features/case-studies/wide-card.tsx'
import { ListFailed } from '#app/features/products/list-messages.tsx'
import { browserLoader, orNull, type Reading, serverLoader } from '#app/lib/load.ts'
import { pageMeta } from '#app/lib/meta.ts'

const read = async ({ load }: Reading) => ({ studies: await orNull(load(caseStudiesQuery)) })

export const loader = serverLoader(read)
export const clientLoader = browserLoader(read)

export const meta = () =>
  pageMeta({
    title: 'Success Stories',
    description:
      'How used cardboard becomes packing in car parts, aerospace, electronics, medical devices and renewable energy: five worked cases with their numbers.',
    canonical: '/case-studies',
    image: '/drawings/scenes/mat-maker.svg',
  })

const CLAIMS = ['50+ Companies Served', 'Average 45% Efficiency Gain', 'ROI in 6-12 Months']

function Head() {
  return (
    <header className="mt-7">
      <div className="frame px-6 py-8 md:px-11">
        <h1>Success Stories</h1>
        <p className="mt-3 max-w-text text-lg text-ink-2">
          Five packing rooms, from castings to infusion pumps: what was wrong, what was changed, and what came of it. The cases are
          illustrative: worked examples with the planning values of our machines.
        </p>
      </div>
      <ul className="frame claim-strip">
        {CLAIMS.map((claim) => (
          <li key={claim}>
            <span className="impact-figure">{claim}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-ink-2">
        Illustrative figures. <Link to="/claims">How we count</Link>
      </p>
    </header>
  )
}

type Props = { loaderData: Awaited<ReturnType<typeof read>> }

export default function CaseStudiesScreen({ loaderData: { studies } }: Props) {
  return (
    <div className="wrap">
      <Head />
      {!studies && (
        <div className="mt-11">
          <ListFailed text="Error loading success stories. Please try again later." />
        </div>
      )}
      {studies && (
        <>
          <section className="mt-11" aria-labelledby="featured">
            <h2 id="featured" className="mb-5">
              Featured Success Stories
            </h2>
            <div className="study-columns">
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
        </>
      )}
      <StudiesClosing />
    </div>
  )
}
