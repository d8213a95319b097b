import { createContext, type ReactNode, useContext } from 'react'
import { count } from '#app/lib/format.ts'
import { isEuMarket, useMarket } from '#app/lib/market.ts'
import { Link } from '#app/ui/link.tsx'
import { CLAIMS, type ClaimId } from '#content/claims.ts'
import type { Claim as ClaimRecord } from '#contract/content/claims.ts'
import { type ClaimCounter, claimFor, type MarketClaim, needsProof } from '#domain/claim.ts'

type Shown = Omit<ClaimRecord, 'wording' | 'source' | 'sourceUrl' | 'expiresAt' | 'updatedAt'>

/** The claims' own words, shown as illustrative when the claims cannot be loaded. */
const UNREAD: readonly Shown[] = CLAIMS.map(({ id, kind, wording, scope }) => ({
  id,
  kind,
  shownText: wording,
  marketText: '',
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

/**
 * Says what the shop counts itself beside the figures that it claims: "Counted today: 10 articles, 1 company."; '' where the counts are
 * shown already.
 */
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

/** Returns whether a claim has no proof and needs one for private buyers in the European Union. */
export const isUnproven = ({ kind, isIllustrative }: Pick<Shown, 'kind' | 'isIllustrative'>): boolean =>
  isIllustrative && needsProof(kind, { legal: 'eu', buyer: 'consumer' }, new Date())

/** Returns the class that hides an unproven claim from them until a page of another market is awake: `boot.js` knows them before. */
export const classOfUnproven = (claim: Pick<Shown, 'kind' | 'isIllustrative'>): string =>
  isUnproven(claim) ? 'in-data-[law=eu]:invisible' : ''

/** Returns how the visitor's market may read a claim. */
export function useClaimReader() {
  const market = useMarket()
  const reader = { legal: isEuMarket(market) ? 'eu' : 'other', buyer: market.buyer } as const
  return <Read extends MarketClaim>(claim: Read) => claimFor(claim, reader, new Date())
}

/** Returns those of these claims that the visitor's market may read. */
export function useClaims(ids: readonly ClaimId[]): (Shown & { isWithheld: boolean })[] {
  const register = useContext(Register)
  const read = useClaimReader()
  return ids
    .flatMap((id) => register.find((claim) => claim.id === id) ?? UNREAD.find((claim) => claim.id === id) ?? [])
    .map(read)
    .filter(({ shownText }) => shownText !== '')
}

/** A claim's text, marked until it has a source; nothing where the market may not read it. Pages show such figures only by it. */
export function Claim({ id, className = '' }: { id: ClaimId; className?: string }) {
  const [claim] = useClaims([id])
  if (!claim) return null
  return (
    <span data-claim={id} className={`${className} ${classOfUnproven(claim)}`}>
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
  return useClaims([id])[0]?.scope
}

/** The footnote of a page with claims: the meaning of the mark, what is counted today, and a link to the register. */
export function ClaimNote({ ids, className = '' }: { ids: readonly ClaimId[]; className?: string }) {
  const claims = useClaims(ids)
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
