import type { Read } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { OwnBusiness, Team } from '#contract/sellers/team.ts'

type Token = string | null

/** The team of the caller's business. */
export const teamQuery = (token: Token): Read<Team> => ({
  queryKey: [...officeKey(token), 'team'],
  read: (api, signal) => api.team.list({ signal }),
  staleTime: 0,
})

/** The businesses whose team the caller is on. */
export const ownBusinessesQuery = (token: Token): Read<OwnBusiness[]> => ({
  queryKey: [...officeKey(token), 'own-businesses'],
  read: (api, signal) => api.team.businesses({ signal }),
  staleTime: 300_000,
})
