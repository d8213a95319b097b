import { CLAIMS, type ClaimDefinition } from '#content/claims.ts'
import type { Claim } from '#contract/claims.ts'
import { showClaim } from '#domain/claim.ts'
import type { Deps } from '#server/deps.ts'
import { countClaims, listClaims } from './repository.ts'

const COUNTERS = new Map<string, ClaimDefinition['counter']>(CLAIMS.map(({ id, counter }) => [id, counter]))

/** Every public claim as readers see it at `now`. */
export async function presentClaims({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<Claim[]> {
  const at = now()
  const counts = await countClaims(db, at)
  return (await listClaims(db)).map(({ id, wording, scope, source, sourceUrl, expiresAt, useCounted, updatedAt }) => {
    const counter = COUNTERS.get(id) ?? null
    const countedValue = counter && counts[counter]
    return {
      id,
      wording,
      scope,
      source: source?.trim() || null,
      sourceUrl,
      ...showClaim({ wording, source, expiresAt, useCounted }, countedValue, at),
      counter,
      countedValue,
      expiresAt: expiresAt?.toISOString() ?? null,
      updatedAt: updatedAt.toISOString(),
    }
  })
}
