/** Kinds of people who act for a business. A member may not touch what is in `OWNERS_ONLY`. */
export const MEMBER_KINDS = ['owner', 'member'] as const

export type MemberKind = (typeof MEMBER_KINDS)[number]

/** Names of everything that only owners see and change, as a sentence lists them. */
export const OWNERS_ONLY = 'payout account, tax, profile, team, API tokens and webhooks'

/** Days for which an invitation to a team can be accepted. */
export const TEAM_INVITATION_DAYS = 7

/** Names of the kinds on screens and in emails. */
export const MEMBER_LABELS: Readonly<Record<MemberKind, string>> = { owner: 'Owner', member: 'Member' }
