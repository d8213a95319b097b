import { useEffect, useRef } from 'react'
import { readAddress } from '#app/features/impact/inputs.ts'
import { InputsTable } from '#app/features/impact/inputs-table.tsx'
import { impactMachinesQuery } from '#app/features/impact/queries.ts'
import { ImpactResults } from '#app/features/impact/results.tsx'
import { browserLoader, orNull, type Reading, serverLoader } from '#app/lib/api.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { ListFailed } from '#app/ui/list-messages.tsx'
import type { ImpactMachine } from '#contract/impact/impact.ts'
import type { Route } from './+types/impact-calculator'
import { HowItWorks } from './impact-calculator/how-it-works.tsx'
import { InputForm } from './impact-calculator/input-form.tsx'
import { ResultActions } from './impact-calculator/result-actions.tsx'
import { type Calculator, type CalculatorStart, useCalculator } from './impact-calculator/use-calculator.ts'

async function read({ url, load }: Reading) {
  return { start: readAddress(url.searchParams), machines: await orNull(load(impactMachinesQuery)) }
}

export const loader = serverLoader(read)
export const clientLoader = browserLoader(read)

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({
    title: 'Impact Calculator',
    description:
      'See what a machine that turns used cardboard into packing material would save you: material, shipping, labor, payback period, waste and carbon, from your own numbers.',
    canonical: '/impact-calculator',
    image: '/drawings/scenes/step-machine.svg',
    isPrivate: loaderData?.start.showsResult ?? false,
  })

/** The result, or how one comes about. After a calculation the reader is taken there. */
function ResultSide({ calculator }: { calculator: Calculator }) {
  const { calculation, isOutdated, isRepriced } = calculator
  const heading = useRef<HTMLHeadingElement>(null)
  const inputs = calculation?.inputs
  const first = useRef(inputs)
  useEffect(() => {
    if (!inputs || inputs === first.current) return
    first.current = inputs
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [inputs])
  if (!calculation) return <HowItWorks />
  return (
    <section aria-labelledby="impact-result" className="impact-side grid gap-5 min-w-0 print:block">
      <div>
        <h2 id="impact-result" ref={heading} tabIndex={-1} className="scroll-mt-6 outline-none">
          <bdi>{calculation.machine.name}</bdi>: your result
        </h2>
        <p className="mt-1 text-ink-2">Model estimate from your inputs, amounts in {calculation.currency}</p>
      </div>
      {isOutdated && <p className="notice warn no-print">Your numbers have changed. Calculate again to update the result.</p>}
      {isRepriced && <p className="notice warn">The price of this machine has changed. The result uses the new price.</p>}
      <div className="hidden print:block">
        <InputsTable calculation={calculation} />
      </div>
      <ImpactResults calculation={calculation} />
      <ResultActions key={JSON.stringify(inputs)} calculator={calculator} />
    </section>
  )
}

function CalculatorColumns({ machines, start }: { machines: readonly ImpactMachine[]; start: CalculatorStart }) {
  const calculator = useCalculator(machines, start)
  return (
    <div className="calculator grid gap-6 items-start mt-6 lg:grid-cols-[5fr_8fr] print:block print:mt-2">
      <InputForm machines={machines} calculator={calculator} />
      <ResultSide calculator={calculator} />
    </div>
  )
}

export default function ImpactCalculator({ loaderData: { machines, start } }: Route.ComponentProps) {
  return (
    <div className="wrap pt-8">
      <header className="grid gap-2 mb-6">
        <h1>Impact Calculator</h1>
        <p className="no-print max-w-text text-lg text-ink-2">
          Enter what packing costs you now and choose a machine to see how much money, material and carbon it would save. Results are
          estimates, and every formula is shown.
        </p>
      </header>
      {machines === null && <ListFailed text="We couldn't load the machines. Please try again later." />}
      {machines?.length === 0 && (
        <p className="notice warn">No machines are available for the calculator right now. Please check back later.</p>
      )}
      <CalculatorColumns key={start.machine} machines={machines ?? []} start={start} />
    </div>
  )
}
