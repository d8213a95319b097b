import * as z from 'zod/mini'
import { Email, Id, Ok } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { MEMBER_KINDS } from '#domain/team.ts'

const seller = ['business_admin'] as const

/** A person who acts for a business. */
export const TeamMember = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  kind: z.enum(MEMBER_KINDS),
  since: z.string(),
  /** The person's sign-in needs a second factor. */
  hasSecondFactor: z.boolean(),
})
export type TeamMember = z.output<typeof TeamMember>

/** An invitation that nobody has accepted yet. */
export const TeamInvitation = z.object({
  id: z.string(),
  email: z.string(),
  kind: z.enum(MEMBER_KINDS),
  /** Name of the owner who sent it; null once that account is gone. */
  invitedBy: z.nullable(z.string()),
  createdAt: z.string(),
  expiresAt: z.string(),
})
export type TeamInvitation = z.output<typeof TeamInvitation>

/** The team of a business, owners first, and its open invitations. */
export const Team = z.object({ members: z.array(TeamMember), invitations: z.array(TeamInvitation) })
export type Team = z.output<typeof Team>

/** A business that the caller acts for. */
export const OwnBusiness = z.object({ id: z.string(), name: z.string(), kind: z.enum(MEMBER_KINDS), isCurrent: z.boolean() })
export type OwnBusiness = z.output<typeof OwnBusiness>

/** Content of an invitation, for anyone who has its link. */
export const OpenedInvitation = z.object({
  businessName: z.string(),
  kind: z.enum(MEMBER_KINDS),
  invitedBy: z.nullable(z.string()),
  /** Address that it was sent to: only an account with it can accept. */
  email: z.string(),
})
export type OpenedInvitation = z.output<typeof OpenedInvitation>

const Kind = z.enum(MEMBER_KINDS, { error: 'Choose owner or member.' })
const MemberParams = z.object({ userId: Id })
const TokenBody = z.object({ token: z.string().check(z.maxLength(256)) })

export const team = {
  list: endpoint({
    method: 'GET',
    path: '/api/business/team',
    access: seller,
    members: 'owner',
    summary: "Lists the team of the caller's business and its open invitations.",
    response: Team,
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/business/team',
    access: seller,
    members: 'owner',
    stepUp: true,
    summary: 'Emails an invitation to the team, good for 7 days. Another one to the same address replaces it.',
    body: z.object({ email: Email, kind: Kind }),
    response: Team,
    status: 201,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/business/team/:userId',
    access: seller,
    members: 'owner',
    stepUp: true,
    summary: "Makes a person of the caller's team an owner or a member. The last owner stays one.",
    params: MemberParams,
    body: z.object({ kind: Kind }),
    response: Team,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/business/team/:userId',
    access: seller,
    stepUp: true,
    summary:
      'Ends what a person may do for the business, right away; instead of a person the id of an open invitation withdraws it. Members may only leave themselves, and the last owner stays.',
    params: MemberParams,
    response: Ok,
  }),
  businesses: endpoint({
    method: 'GET',
    path: '/api/team/businesses',
    access: seller,
    summary: 'Lists the businesses whose team the caller is on.',
    response: z.array(OwnBusiness),
  }),
  choose: endpoint({
    method: 'PUT',
    path: '/api/team/business',
    access: seller,
    summary: 'Chooses the business that the caller acts for in this session. All calls under /api/business are about it.',
    body: z.object({ businessId: Id }),
    response: z.array(OwnBusiness),
  }),
  invitation: endpoint({
    method: 'POST',
    path: '/api/team/invitation',
    access: 'anyone',
    personal: true,
    summary: 'Reads the invitation of an emailed link, which stays as it is.',
    body: TokenBody,
    response: OpenedInvitation,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/team/accept',
    access: 'signedIn',
    summary:
      'Accepts the invitation of an emailed link, once, by the account with the address that it was sent to. A customer becomes a seller and keeps orders and addresses; other devices are signed out.',
    body: TokenBody,
    response: z.array(OwnBusiness),
  }),
}
