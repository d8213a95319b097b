import { createContext, type ReactNode, useContext } from 'react'
import { Link } from 'react-router'
import { CLAIMS, type ClaimId } from '#content/claims.ts'
import type { Claim as ClaimRecord } from '#contract/content/claims.ts'

type Shown = Pick<ClaimRecord, 'id' | 'shownText' | 'scope' | 'isIllustrative'>

/** The claims' own words, shown as illustrative when the claims cannot be loaded. */
const UNREAD: readonly Shown[] = CLAIMS.map(({ id, wording, scope }) => ({ id, shownText: wording, scope, isIllustrative: true }))

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

/** The footnote of a page with claims: the meaning of the mark, and a link to the explanations. */
export function ClaimNote({ ids, className = '' }: { ids: readonly ClaimId[]; className?: string }) {
  const register = useContext(Register)
  const isMarked = ids.some((id) => register.find((claim) => claim.id === id)?.isIllustrative ?? true)
  return (
    <p className={`text-sm text-ink-2 ${className}`}>
      {isMarked && '* Illustrative figure. '}
      <Link to="/claims" className="inline-flex min-h-11 items-center">
        How we count
      </Link>
    </p>
  )
}
