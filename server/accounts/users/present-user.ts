import type { UserSummary } from '#contract/accounts/users.ts'
import type { ListedUser } from './user-list.ts'

/** Presents a user to staff. */
export function presentUser({ createdAt, updatedAt, ...user }: ListedUser): UserSummary {
  return { ...user, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}
