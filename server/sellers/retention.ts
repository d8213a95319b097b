import { businessInvitations } from '#server/platform/db/schema.ts'
import type { RetentionRule } from '#server/platform/jobs/retention-rule.ts'

/** Retention of invitations to teams. */
export const SELLER_RETENTION: readonly RetentionRule[] = [
  {
    noun: 'invitation to a team',
    plural: 'invitations to teams',
    table: businessInvitations,
    since: businessInvitations.expiresAt,
    days: 0,
  },
]
