import { CLAIMS, type ClaimDefinition } from '#content/claims.ts'
import type { Claim, OwnClaim } from '#contract/content/claims.ts'
import { showClaim } from '#domain/claim.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type ClaimRow, countClaims, findClaim, listClaims } from './published-claims.ts'

type Counts = Awaited<ReturnType<typeof countClaims>>

const DEFINITIONS = new Map<string, ClaimDefinition>(CLAIMS.map((claim) => [claim.id, claim]))

/** Returns the name of a claim's counter, or null. */
export const counterOf = (id: string): ClaimDefinition['counter'] => DEFINITIONS.get(id)?.counter ?? null

function presentOwn({ id, version, ...row }: ClaimRow, counts: Counts, at: Date): OwnClaim {
  const { wording, marketText, scope, source, sourceUrl, expiresAt, useCounted, updatedAt } = row
  const counter = counterOf(id)
  const countedValue = counter && counts[counter]
  return {
    id,
    kind: DEFINITIONS.get(id)?.kind ?? 'performance',
    wording,
    marketText,
    scope,
    source: source?.trim() || null,
    sourceUrl,
    ...showClaim({ wording, source, expiresAt, useCounted }, countedValue, at),
    counter,
    countedValue,
    useCounted,
    expiresAt: expiresAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
    version,
  }
}

/** Presents every claim to staff, as readers see it at `at`, in the order of the public page. */
export async function presentOwnClaims(db: Db, at: Date): Promise<OwnClaim[]> {
  const counts = await countClaims(db, at)
  return (await listClaims(db)).map((row) => presentOwn(row, counts, at))
}

/** Presents one claim to staff, or returns null. */
export async function presentOwnClaim(db: Db, id: string, at: Date): Promise<OwnClaim | null> {
  const row = await findClaim(db, id)
  return row && presentOwn(row, await countClaims(db, at), at)
}

/** Presents every claim as readers see it now. */
export async function presentClaims({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<Claim[]> {
  return presentOwnClaims(db, now())
}
