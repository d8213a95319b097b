import type { UserSummary } from '#contract/accounts/users.ts'
import type { UserStatus } from '#domain/user.ts'

const TONES: Record<UserStatus, string> = { Active: 'ok', Inactive: 'idle', Suspended: 'bad', Deleted: 'idle' }

/** Badge of a user's status. */
export function UserStatusWord({ status }: { status: UserStatus }) {
  return <span className={`status ${TONES[status]}`}>{status}</span>
}

/** Marks an address that staff entered and its owner has not confirmed; the old one counts until then. */
export function NotConfirmed({ user: { email, signInEmail } }: { user: Pick<UserSummary, 'email' | 'signInEmail'> }) {
  if (email === signInEmail) return null
  return <span className="status warn">Not confirmed. Signs in as {signInEmail}</span>
}

/** Business that a user acts for; a user who should have one and has none is marked. */
export function UserBusiness({ user: { role, businessName } }: { user: Pick<UserSummary, 'role' | 'businessName'> }) {
  if (businessName !== null) return businessName
  return role === 'business_admin' ? <span className="status warn">No business</span> : <span className="text-ink-2">None</span>
}
