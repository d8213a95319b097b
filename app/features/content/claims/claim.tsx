import { createContext, type ReactNode, useContext } from 'react'
import { Link } from 'react-router'
import { count } from '#app/lib/format.ts'
import { CLAIMS, type ClaimId } from '#content/claims.ts'
import type { Claim as ClaimRecord } from '#contract/content/claims.ts'
import type { ClaimCounter } from '#domain/claim.ts'

type Shown = Pick<ClaimRecord, 'id' | 'shownText' | 'scope' | 'isIllustrative' | 'isCounted' | 'counter' | 'countedValue'>

/** The claims' own words, shown as illustrative when the claims cannot be loaded. */
const UNREAD: readonly Shown[] = CLAIMS.map(({ id, wording, scope }) => ({
  id,
  shownText: wording,
  scope,
  isIllustrative: true,
  isCounted: false,
  counter: null,
  countedValue: null,
}))

const COUNTED_NOUNS: Record<ClaimCounter, [one: string, many: string]> = {
  articles: ['article', 'articles'],
  customers: ['customer', 'customers'],
  companies: ['company', 'companies'],
}

/** Says what the shop counts itself beside the figures that it claims: "Counted today: 10 articles, 1 company."; '' where the counts are shown already. */
export function countedToday(claims: readonly Pick<Shown, 'isCounted' | 'counter' | 'countedValue'>[]): string {
  const counts = claims.flatMap(({ isCounted, counter, countedValue }) =>
    isCounted || counter === null || countedValue === null ? [] : [count(countedValue, ...COUNTED_NOUNS[counter])],
  )
  return counts.length > 0 ? `Counted today: ${counts.join(', ')}.` : ''
}

const Register = createContext(UNREAD)

/** Provides the claims to a page; `claims` null: they could not be loaded. */
export function ClaimsProvider({ claims, children }: { claims: readonly ClaimRecord[] | null; children: ReactNode }) {
  return <Register value={claims ?? UNREAD}>{children}</Register>
}

function useClaim(id: ClaimId): Shown | undefined {
  const register = useContext(Register)
  return register.find((claim) => claim.id === id) ?? UNREAD.find((claim) => claim.id === id)
}

/** A claim's text, marked until it has a source. Pages show such figures only by this component. */
export function Claim({ id, className }: { id: ClaimId; className?: string }) {
  const claim = useClaim(id)
  if (!claim) return null
  return (
    <span data-claim={id} className={className}>
      {claim.shownText}
      {claim.isIllustrative && (
        <>
          <span aria-hidden="true">*</span>
          <span className="visually-hidden"> (illustrative figure)</span>
        </>
      )}
    </span>
  )
}

/** The scope of a claim. */
export function ClaimScope({ id }: { id: ClaimId }) {
  return useClaim(id)?.scope
}

/** The footnote of a page with claims: the meaning of the mark, what is counted today, and a link to the register. */
export function ClaimNote({ ids, className = '' }: { ids: readonly ClaimId[]; className?: string }) {
  const register = useContext(Register)
  const claims = ids.flatMap((id) => register.find((claim) => claim.id === id) ?? UNREAD.find((claim) => claim.id === id) ?? [])
  const isMarked = claims.some(({ isIllustrative }) => isIllustrative)
  const counted = countedToday(claims)
  return (
    <p className={`text-sm text-ink-2 ${className}`}>
      {isMarked && '* Illustrative figure. '}
      {counted && `${counted} `}
      <Link to="/claims">How we count</Link>
    </p>
  )
}
