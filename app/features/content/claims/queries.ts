import type { Read } from '#app/lib/api.ts'
import type { Claim } from '#contract/content/claims.ts'

/** Every claim as readers see it now. */
export const claimsQuery: Read<Claim[]> = {
  queryKey: ['claims'],
  read: async (api, signal) => (await api.claims.list({ signal })).items,
}
