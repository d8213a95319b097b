import { Link } from 'react-router'
import { Claim, ClaimNote, ClaimScope } from '#app/features/content/claims/claim.tsx'
import type { ClaimId } from '#content/claims.ts'

interface Benefit {
  title: string
  /** A figure of the register that opens the text. */
  claim?: ClaimId
  text: string
}

const BENEFITS: readonly Benefit[] = [
  {
    title: 'Eco-friendly',
    text: 'Used boxes become packing material right where you empty them. Nothing new has to be made, and the material can be recycled with paper after its second trip.',
  },
  { title: 'Cost effective', claim: 'savings', text: 'on the packing material you buy, using cardboard you already have.' },
  {
    title: 'Custom protection',
    text: 'Mats cut to the length of the parcel, chips poured to its volume: as much as your products need and no more.',
  },
  {
    title: 'Quick return on investment',
    claim: 'payback',
    text: "for a machine to pay for itself in a packing room that's busy every day.",
  },
]

const IMPACT: readonly ClaimId[] = ['trees', 'carbon', 'water']
const SHOWN: readonly ClaimId[] = ['savings', 'payback', ...IMPACT]

/** Reasons to buy: the four benefits, and what a ton of cardboard spares, in figures of the register (S68-S73). */
export function Reasons() {
  return (
    <section aria-labelledby="reasons" className="mt-14">
      <h2 id="reasons" className="mb-5">
        Why pack with used cardboard
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(250px,100%),1fr))] gap-x-5 gap-y-6">
        {BENEFITS.map(({ title, claim, text }) => (
          <li key={title} className="pt-3.5 border-t-2 border-ink">
            <h3>{title}</h3>
            <p className="mt-2 text-ink-2">
              {claim && (
                <>
                  <Claim id={claim} className="font-bold text-ink" />{' '}
                </>
              )}
              {text}
            </p>
          </li>
        ))}
      </ul>
      <section aria-labelledby="impact" className="frame mt-8">
        <div className="flex flex-wrap items-center justify-between gap-x-6 px-6 pt-4">
          <h3 id="impact">What it saves</h3>
          <Link to="/impact-calculator" className="flex min-h-11 items-center font-medium">
            Calculate your own impact
          </Link>
        </div>
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(220px,100%),1fr))] gap-x-5 gap-y-4 px-6 pt-2.5 pb-5">
          {IMPACT.map((id) => (
            <div key={id} className="flex flex-col">
              <dt className="font-display text-2xl leading-snug font-display">
                <Claim id={id} />
              </dt>
              <dd className="text-sm text-ink-2">
                <ClaimScope id={id} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <ClaimNote ids={SHOWN} className="mt-1" />
    </section>
  )
}
