import { getShop } from '#app/lib/shop.ts'
import './pages.css'
import { Claim, ClaimNote, ClaimScope, ClaimsProvider } from '#app/features/content/claims/claim.tsx'
import { claimsQuery } from '#app/features/content/claims/queries.ts'
import { PageSections } from '#app/features/content/pages/page-sections.tsx'
import { browserLoader, orNull, type Reading, serverLoader } from '#app/lib/api.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { ABOUT_CLAIMS, ABOUT_SECTIONS } from '#content/about.ts'
import type { Route } from './+types/about'

async function read({ load }: Reading) {
  return { claims: await orNull(load(claimsQuery)) }
}

export const loader = serverLoader(read)
export const clientLoader = browserLoader(read)

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: 'About',
    description: 'Who we are, how this marketplace for cardboard machines and packing works, and our standards.',
    canonical: '/about',
  })

export default function About({ loaderData: { claims } }: Route.ComponentProps) {
  return (
    <ClaimsProvider claims={claims}>
      <article className="wrap written-page">
        <header className="frame grid md:grid-cols-[6fr_5fr]">
          <div className="flex flex-col justify-center gap-4 px-6 py-8 md:px-11">
            <h1>Packing shouldn't need anything new</h1>
            <p className="max-w-lead text-lg text-ink-2">
              {getShop().name} brings together the people who build machines for used cardboard, the people who run them and the people who
              ship things.
            </p>
          </div>
          <img
            src="/drawings/scenes/step-box.svg"
            width={800}
            height={600}
            alt=""
            className="h-full w-full border-t-2 border-dashed border-ink object-cover md:border-t-0 md:border-l-2"
          />
        </header>
        <section aria-labelledby="figures">
          <h2 id="figures" className="visually-hidden">
            In figures
          </h2>
          <dl className="frame grid grid-cols-4 max-lg:grid-cols-[1fr_1fr] max-sm:grid-cols-1">
            {ABOUT_CLAIMS.map((id) => (
              <div
                key={id}
                className="flex flex-col gap-0.5 px-5.5 py-4.5 not-first:fold-l max-lg:odd:border-l-0 max-lg:nth-[n+3]:fold-t max-sm:py-3 max-sm:not-first:border-l-0 max-sm:not-first:fold-t"
              >
                <dt className="font-display text-xl leading-snug">
                  <Claim id={id} />
                </dt>
                <dd className="text-sm text-ink-2">
                  <ClaimScope id={id} />
                </dd>
              </div>
            ))}
          </dl>
          <ClaimNote ids={ABOUT_CLAIMS} className="mt-2" />
        </section>
        <div className="page-body columns grid grid-cols-1 gap-9">
          <PageSections sections={ABOUT_SECTIONS} />
        </div>
      </article>
    </ClaimsProvider>
  )
}
