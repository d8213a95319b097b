import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { Read } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Customer } from '#contract/accounts/customers.ts'
import type { UserSummary } from '#contract/accounts/users.ts'
import type { Page } from '#contract/client.ts'

type Token = string | null

/** One page of users, as a grid asks for it. */
export const usersQuery = (token: Token, query: GridQuery): Read<Page<UserSummary>> => ({
  queryKey: [...officeKey(token), 'users', query],
  read: (api, signal) => api.users.list({ query, signal }), // the grid offers what the call knows
  staleTime: 0,
})

/** The newest users. */
export const newestUsersQuery = (token: Token, limit: number): Read<Page<UserSummary>> =>
  usersQuery(token, { page: '1', limit: String(limit), sort: '-createdAt' })

/** One user as a customer. */
export const customerQuery = (token: Token, id: string): Read<Customer> => ({
  queryKey: [...officeKey(token), 'customer', id],
  read: (api, signal) => api.customers.byId({ params: { id }, signal }),
  staleTime: 0,
})
