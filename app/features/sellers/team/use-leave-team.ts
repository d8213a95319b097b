import { openBusiness } from '#app/features/kit/frame/other-tabs.ts'
import { api } from '#app/lib/api.ts'
import type { SessionUser } from '#contract/identity/auth.ts'

/** Takes the user out of the team, then opens what the account may still see: another business, or the shop. */
export function useLeaveTeam({ id }: SessionUser): () => Promise<void> {
  return async () => {
    await api.team.remove({ params: { userId: id } })
    openBusiness()
  }
}
