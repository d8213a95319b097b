import './pages.css'
import { machinesQuery } from '#app/features/catalog/products/queries.ts'
import { PageContents, PageSections } from '#app/features/content/pages/page-sections.tsx'
import { browserLoader, orNull, type Reading, serverLoader } from '#app/lib/api.ts'
import { count } from '#app/lib/format.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { ListEmpty, ListFailed } from '#app/ui/list-messages.tsx'
import { GUIDE_SECTIONS } from '#content/buyers-guide.ts'
import type { Route } from './+types/buyers-guide'
import { FitList } from './guide/fit-list.tsx'
import { fitMachines, hasNeeds, readNeeds } from './guide/fit-machines.ts'
import { NeedsForm } from './guide/needs-form.tsx'

const DESCRIPTION =
  'How to choose a mat maker or chip maker: what your products need, how many boxes a day, which cardboard, power and space, safety, and the cost over the years.'
async function read({ url, load }: Reading) {
  const machines = await orNull(load(machinesQuery()))
  const needs = readNeeds(url.searchParams)
  return { needs, fits: machines && fitMachines(machines, needs) }
}

export const loader = serverLoader(read)
export const clientLoader = browserLoader(read)

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({
    title: "Buyer's guide",
    description: DESCRIPTION,
    canonical: '/buyers-guide',
    isPrivate: loaderData ? hasNeeds(loaderData.needs) : false,
  })

const CHOOSE = { id: 'choose', title: 'Which machine fits?' }

function Chosen({ fits, needs }: Pick<Route.ComponentProps['loaderData'], 'fits' | 'needs'>) {
  if (!fits) return <ListFailed text="Error loading products. Please try again later." />
  const { fitting, close } = fits
  return (
    <>
      <p role="status" className="font-medium">
        {hasNeeds(needs) ? `${count(fitting.length, 'machine fits', 'machines fit')}.` : `${count(fitting.length, 'machine')} in the shop.`}
      </p>
      {fitting.length > 0 && <FitList fits={fitting} label="Machines that fit" />}
      {fitting.length === 0 && (
        <ListEmpty
          title="No machine meets all your requirements."
          text="View the machines that come close, change an answer, or ask us. Two small machines are often better than a large one."
          clear={{ href: '/buyers-guide#choose', label: 'Start again' }}
          elsewhere={{ href: '/contact', label: 'Ask us' }}
        />
      )}
      {close.length > 0 && (
        <>
          <h3 className="mt-4">Machines that miss only one requirement</h3>
          <FitList fits={close} label="Machines that come close" />
        </>
      )}
    </>
  )
}

export default function BuyersGuide({ loaderData: { needs, fits } }: Route.ComponentProps) {
  return (
    <article className="wrap written-page with-contents">
      <header>
        <h1>Buyer’s guide</h1>
        <p className="max-w-text text-lg text-ink-2">
          You buy a machine for years to come. Answer what you know below, then read on to find out the rest.
        </p>
      </header>
      <PageContents sections={[CHOOSE, ...GUIDE_SECTIONS]} />
      <div className="page-body grid grid-cols-1 gap-9">
        <section id={CHOOSE.id} aria-labelledby="choose-title" className="page-section">
          <h2 className="text-xl" id="choose-title">
            {CHOOSE.title}
          </h2>
          <div className="frame">
            <NeedsForm needs={needs} />
          </div>
          <Chosen fits={fits} needs={needs} />
        </section>
        <PageSections sections={GUIDE_SECTIONS} />
      </div>
    </article>
  )
}
