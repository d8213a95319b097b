import { useQuery, useQueryClient } from '@tanstack/react-query'
import { queryOf } from '#app/lib/api.ts'
import { useToken } from '#app/lib/token.ts'
import type { AccountUser } from '#contract/accounts/account.ts'
import { accountQuery } from './queries.ts'

/** The account of this browser's user; undefined until it is read, and where that fails. */
export function useAccount(): AccountUser | undefined {
  const token = useToken((state) => state.token)
  return useQuery({ ...queryOf(accountQuery(token)), enabled: token !== null }).data
}

/** Shows a change of the account everywhere: also in the head, which knows the session. */
export function useRefreshAccount(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all([client.invalidateQueries({ queryKey: ['account'] }), client.invalidateQueries({ queryKey: ['me'] })])
  }
}
