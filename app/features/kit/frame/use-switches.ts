import { useQuery } from '@tanstack/react-query'
import type { OfficeSwitches } from '#app/features/kit/office-places.ts'
import { queryOf } from '#app/lib/api.ts'
import { FRESH_MS } from '#app/lib/query.ts'
import { useToken } from '#app/lib/token.ts'
import type { SessionUser } from '#contract/identity/auth.ts'
import { settingsQuery } from './queries.ts'

/** Returns what decides beside role and duties which screens a user may open; for super admins the switches, once they are read. */
export function useSwitches(user: Partial<Pick<SessionUser, 'role' | 'memberKind'>> | null): OfficeSwitches {
  const token = useToken((state) => state.token)
  const settings = useQuery({ ...queryOf(settingsQuery(token)), staleTime: FRESH_MS, enabled: user?.role === 'super_admin' })
  return { ...settings.data?.switches, isMember: user?.memberKind === 'member' }
}
