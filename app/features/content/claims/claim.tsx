import { createContext, type ReactNode, useContext } from 'react'
import { Link } from 'react-router'
import { CLAIMS, type ClaimId } from '#content/claims.ts'
import type { Claim as ClaimRecord } from '#contract/content/claims.ts'

type Shown = Pick<ClaimRecord, 'id' | 'shownText' | 'scope' | 'isIllustrative'>

/** Where the register cannot be read, the words stay and count as illustrative. */
const UNREAD: readonly Shown[] = CLAIMS.map(({ id, wording, scope }) => ({ id, shownText: wording, scope, isIllustrative: true }))

const Register = createContext(UNREAD)

/** Gives the claims on a page what the register says of them; `claims` null: it could not be read. */
export function ClaimsProvider({ claims, children }: { claims: readonly ClaimRecord[] | null; children: ReactNode }) {
  return <Register value={claims ?? UNREAD}>{children}</Register>
}

function useClaim(id: ClaimId): Shown | undefined {
  const register = useContext(Register)
  return register.find((claim) => claim.id === id) ?? UNREAD.find((claim) => claim.id === id)
}

/** The words of a claim from the register, with a mark while nobody has given a source. The only way a page shows such a figure (D1). */
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

/** What a claim is about, and per what. */
export function ClaimScope({ id }: { id: ClaimId }) {
  return useClaim(id)?.scope
}

/** The footnote of a page with claims: what the mark means, and where every claim is explained. */
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
