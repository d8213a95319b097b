import type { UserSummary } from '#contract/accounts/users.ts'
import type { ListedUser } from './user-list.ts'

/** A user as staff see it. */
export function presentUser({ createdAt, updatedAt, ...user }: ListedUser): UserSummary {
  return { ...user, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}
