import { Link } from 'react-router'
import { calculationOf } from '#app/features/impact/calculation.ts'
import { calculatorHref } from '#app/features/impact/inputs.ts'
import { InputsTable } from '#app/features/impact/inputs-table.tsx'
import { savedImpactQuery } from '#app/features/impact/queries.ts'
import { ImpactResults } from '#app/features/impact/results.tsx'
import { copyLink, resultUrl, shareLink } from '#app/features/impact/share-link.ts'
import { browserLoader, type Reading, serverLoader } from '#app/lib/api.ts'
import { day } from '#app/lib/format.ts'
import { failedMeta, pageMeta } from '#app/lib/meta.ts'
import type { SavedImpact } from '#contract/impact/impact.ts'
import { onePercent, paybackText, wholeMoney } from '#domain/impact-text.ts'
import type { Route } from './+types/impact-result'

const read = ({ params, load }: Reading) => load(savedImpactQuery(params.key ?? ''))

export const loader = serverLoader(read)
export const clientLoader = browserLoader(read)

export const meta: Route.MetaFunction = ({ loaderData, error }) => {
  if (!loaderData) return failedMeta(error, { title: 'Page Not Found', description: "There's no result at this address." })
  const { machine, result, currency, createdAt } = loaderData
  return pageMeta({
    title: `${machine.name} would save ${wholeMoney(result.annualSavings, currency)} a year`,
    description: `Model estimate of ${day(createdAt)}: payback ${paybackText(result.paybackPeriod)}, first-year ROI ${onePercent(result.roiPercentage)}.`,
    image: '/drawings/scenes/step-machine.svg',
    isPrivate: true,
  })
}

function Actions({ saved }: { saved: SavedImpact }) {
  return (
    <div className="no-print grid gap-4">
      <div className="flex flex-wrap gap-3">
        <a href={`/api/impact/results/${saved.key}/report.pdf`} download className="button hollow">
          Download Report
        </a>
        <button
          type="button"
          className="button hollow needs-script"
          onClick={() => void shareLink(resultUrl(saved.key), `What ${saved.machine.name} would save`)}
        >
          Share Results
        </button>
        <button type="button" className="link-button needs-script" onClick={() => void copyLink(resultUrl(saved.key))}>
          Copy link
        </button>
      </div>
      <section className="frame impact-next" aria-labelledby="next-step">
        <div>
          <h3 id="next-step">Talk to us about it</h3>
          <p className="mt-1 text-ink-2">This calculation is attached to the message, so you don't have to type it again.</p>
        </div>
        <p className="flex flex-wrap gap-3">
          <Link to={`/contact?topic=quote&calculation=${saved.key}`} className="button">
            Request Quote
          </Link>
          <Link to={`/contact?topic=consultation&calculation=${saved.key}`} className="button hollow">
            Schedule Consultation
          </Link>
        </p>
      </section>
    </div>
  )
}

/** A saved result as it was: nothing of it follows the shop's prices. */
export default function ImpactResultScreen({ loaderData: saved }: Route.ComponentProps) {
  const calculation = calculationOf(saved)
  return (
    <div className="wrap pt-8">
      <header className="grid gap-2 mb-6">
        <h1>
          What <bdi>{saved.machine.name}</bdi> would save
        </h1>
        <p className="max-w-text text-ink-2">
          Model estimate from your inputs, saved on {day(saved.createdAt)} with model {saved.model}. Prices and figures are from that day,
          amounts in {saved.currency}.
        </p>
      </header>
      <div className="calculator grid gap-6 items-start mt-6 lg:grid-cols-[5fr_8fr] print:block print:mt-2">
        <aside
          className="frame calculator-form grid gap-4.5 p-6 print:break-inside-avoid print:px-5 print:py-3.5 print:gap-2"
          aria-labelledby="saved-inputs"
        >
          <h2 id="saved-inputs">Your inputs</h2>
          <InputsTable calculation={calculation} />
          <Link to={calculatorHref(saved)} className="button no-print">
            Change the numbers
          </Link>
        </aside>
        <section className="impact-side grid gap-5 min-w-0 print:block" aria-labelledby="saved-result">
          <h2 id="saved-result">The result</h2>
          <ImpactResults calculation={calculation} />
          <Actions saved={saved} />
        </section>
      </div>
    </div>
  )
}
