import type { Role } from '#domain/user.ts'
import type { AuditEntry } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db/client.ts'

/** Change of the password or of the email that a user signs in with. */
interface CredentialChange {
  reason: 'password_changed' | 'email_changed'
  actor: AuditEntry['actor']
  /** Address that the user had until now. */
  old?: { userId: string; email: string }
  at: Date
  requestId: string
}

/**
 * Acts on a change of credentials in its transaction, which has locked the user: areas above protect what a thief could reach with them.
 */
export type CredentialChangeHandler = (tx: Db, user: { id: string; role: Role }, change: CredentialChange) => Promise<unknown>
