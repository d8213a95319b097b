import { Link } from 'react-router'
import { Claim, ClaimNote, ClaimScope, classOfUnproven, useClaimReader, useClaims } from '#app/features/content/claims/claim.tsx'
import type { ClaimId } from '#content/claims.ts'

interface Benefit {
  title: string
  text: string
  /** Other words where the market may read them: those after a figure of the register, or a general claim about the environment. */
  claim?: { id: ClaimId | null; title: string; text: string }
}

const REUSE =
  'Used boxes become packing material right where you empty them. Nothing new has to be made, and the material can be recycled with paper after its second trip.'

const BENEFITS: readonly Benefit[] = [
  {
    title: 'From boxes to packing material',
    text: REUSE,
    claim: { id: null, title: 'Eco-friendly', text: REUSE },
  },
  {
    title: 'Cardboard you have',
    text: 'The material comes from the boxes you empty, in place of packing material that you buy.',
    claim: { id: 'savings', title: 'Cost effective', text: 'on the packing material you buy, using cardboard you already have.' },
  },
  {
    title: 'Custom protection',
    text: 'Mats cut to the length of the parcel, chips poured to its volume: as much as your products need and no more.',
  },
  {
    title: 'Payback by your own numbers',
    text: 'Enter what packing costs you now: the calculator shows when a machine would have paid for itself, as a range.',
    claim: {
      id: 'payback',
      title: 'Quick return on investment',
      text: "for a machine to pay for itself in a packing room that's busy every day.",
    },
  },
]

const IMPACT: readonly ClaimId[] = ['trees', 'carbon', 'water']
const SHOWN: readonly ClaimId[] = ['savings', 'payback', ...IMPACT]

/** A claim without a figure, which no source can prove. */
const GENERAL = { kind: 'environment', isIllustrative: true, shownText: '', marketText: '' } as const

function BenefitItem({ title, text, claim }: Benefit) {
  const [figure] = useClaims(claim?.id ? [claim.id] : [])
  const general = useClaimReader()(GENERAL)
  const shown = claim?.id ? figure : general
  const isClaimed = claim !== undefined && shown !== undefined && !shown.isWithheld
  const words = isClaimed ? claim : { id: null, title, text }
  return (
    <li className={`pt-3.5 border-t-2 border-ink ${isClaimed ? classOfUnproven(shown) : ''}`}>
      <h3>{words.title}</h3>
      <p className="mt-2 text-ink-2">
        {words.id && (
          <>
            <Claim id={words.id} className="font-bold text-ink" />{' '}
          </>
        )}
        {words.text}
      </p>
    </li>
  )
}

/** Reasons to buy: the four benefits, and what a ton of cardboard spares, in figures of the register (S68-S73). */
export function Reasons() {
  const saved = useClaims(IMPACT)
  return (
    <section aria-labelledby="reasons" className="mt-14">
      <h2 id="reasons" className="mb-5">
        Why pack with used cardboard
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(250px,100%),1fr))] gap-x-5 gap-y-6">
        {BENEFITS.map((benefit) => (
          <BenefitItem key={benefit.title} {...benefit} />
        ))}
      </ul>
      <section aria-labelledby="impact" className="frame mt-8">
        <div className="flex flex-wrap items-center justify-between gap-x-6 px-6 pt-4">
          <h3 id="impact">What it saves</h3>
          <Link to="/impact-calculator" className="flex min-h-11 items-center font-medium">
            Calculate your own impact
          </Link>
        </div>
        {saved.length === 0 && (
          <p className="px-6 pt-1 pb-5 text-ink-2">
            We show no general figures here. What a machine saves depends on your boxes, parcels and prices.
          </p>
        )}
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(220px,100%),1fr))] gap-x-5 gap-y-4 px-6 pt-2.5 pb-5 empty:hidden">
          {IMPACT.filter((id) => saved.some((claim) => claim.id === id)).map((id) => (
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
