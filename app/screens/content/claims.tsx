import './pages.css'
import type { ReactNode } from 'react'
import { countedToday, isUnproven, useClaimReader } from '#app/features/content/claims/claim.tsx'
import { claimsQuery } from '#app/features/content/claims/queries.ts'
import { browserLoader, orNull, type Reading, serverLoader } from '#app/lib/api.ts'
import { day } from '#app/lib/format.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { ListFailed } from '#app/ui/list-messages.tsx'
import type { Claim } from '#contract/content/claims.ts'
import type { Route } from './+types/claims'

async function read({ load }: Reading) {
  return { claims: await orNull(load(claimsQuery)) }
}

export const loader = serverLoader(read)
export const clientLoader = browserLoader(read)

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: 'How we count',
    description: 'Every figure that our pages claim, with its wording, scope and source, or a note that it is illustrative.',
    canonical: '/claims',
  })

/**
 * Words of a claim, or what stands in their place where the law hides them. A page that was made for another market has both, so that
 * nothing moves when it awakes.
 */
function Lawful({ claim, instead, children }: { claim: Claim; instead: string; children: ReactNode }) {
  const read = useClaimReader()
  if (read(claim).isWithheld) return instead
  if (!isUnproven(claim)) return children
  return (
    <>
      <span className="in-data-[law=eu]:hidden">{children}</span>
      <span className="not-in-data-[law=eu]:hidden">{instead}</span>
    </>
  )
}

/** Source of a claim. */
function Source({ claim: { isCounted, isIllustrative, source, sourceUrl, expiresAt } }: { claim: Claim }) {
  if (isCounted) return 'Counted by this shop right now'
  if (isIllustrative) {
    return source === null ? 'Illustrative figure' : `Illustrative figure: its source (${source}) was valid until ${day(expiresAt ?? '')}`
  }
  const until = expiresAt === null ? '' : `, until ${day(expiresAt)}`
  return (
    <>
      {sourceUrl ? (
        <a href={sourceUrl} rel="noopener noreferrer">
          {source}
        </a>
      ) : (
        source
      )}
      {until}
    </>
  )
}

function ClaimTable({ claims }: { claims: readonly Claim[] }) {
  return (
    <table className="page-table max-w-none">
      <caption className="visually-hidden">Claims on our pages</caption>
      <thead>
        <tr>
          <th scope="col">Wording</th>
          <th scope="col">Scope</th>
          <th scope="col">Source</th>
          <th scope="col">As of</th>
        </tr>
      </thead>
      <tbody>
        {claims.map((claim) => (
          <tr key={claim.id} id={claim.id}>
            <th scope="row" data-claim={claim.id}>
              <Lawful claim={claim} instead={claim.marketText || 'Not shown in your market'}>
                {claim.shownText}
              </Lawful>
            </th>
            <td data-label="Scope">{claim.scope}</td>
            <td data-label="Source">
              <Lawful claim={claim} instead="No valid source">
                <Source claim={claim} />
              </Lawful>
              <span className="block">{countedToday([claim])}</span>
            </td>
            <td data-label="As of">
              <time dateTime={claim.updatedAt} className="whitespace-nowrap">
                {day(claim.updatedAt)}
              </time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export default function Claims({ loaderData: { claims } }: Route.ComponentProps) {
  return (
    <article className="wrap written-page">
      <header>
        <h1>How we count</h1>
        <p className="max-w-text text-lg text-ink-2">
          These are all the figures that our pages claim, in their exact wording. You can check every source that we name. A figure without
          a source is illustrative: it shows an order of magnitude, and our pages mark it with a star.
        </p>
        <p className="max-w-text text-ink-2">
          Figures about the environment or the performance of machines aren't shown to private buyers in the European Union without a valid
          source.
        </p>
        <p className="max-w-text text-ink-2">
          When a source expires, the star returns automatically. Figures on product pages come from the producer, and results of the impact
          calculator are a model based on your own inputs. We claim neither.
        </p>
      </header>
      {claims ? <ClaimTable claims={claims} /> : <ListFailed text="We couldn't load the figures. Please try again." />}
    </article>
  )
}
