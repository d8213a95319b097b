import { Link, useSearchParams } from 'react-router'
import { pageMeta } from '#app/lib/meta.ts'
import { MadeToMeasure } from './custom-solutions/made-to-measure.tsx'
import { QuoteForm } from './custom-solutions/quote-form.tsx'

export const meta = () =>
  pageMeta({
    title: 'Custom Solutions',
    description:
      'Packaging from used cardboard, made to measure for your product: mats, sleeves, edge protectors, or a line for your own boxes.',
    canonical: '/custom-solutions',
    image: '/drawings/scenes/mat-stack.svg',
  })

export default function CustomSolutions() {
  const [search] = useSearchParams()
  return (
    <div className="wrap">
      <div className="frame mt-7 grid items-stretch md:grid-cols-[5fr_6fr]">
        <div className="flex flex-col justify-center p-6 md:p-11">
          <h1>Custom Solutions</h1>
          <p className="mt-3 mb-6 max-w-lead text-lg text-ink-2">
            When nothing off the shelf fits: packaging from used cardboard, made to measure for what you ship.
          </p>
          <p className="flex flex-wrap gap-3">
            <a href="#request" className="button">
              Request a quote
            </a>
            <Link to="/materials" className="button hollow">
              View ready-made packaging
            </Link>
          </p>
        </div>
        <img src="/drawings/scenes/flat-board.svg" width={800} height={600} alt="" fetchPriority="high" className="joined-drawing" />
      </div>
      <MadeToMeasure />
      <QuoteForm calculation={search.get('calculation') ?? ''} />
    </div>
  )
}
