import type { Endpoint } from '#contract/endpoint.ts'
import type { Access } from '#domain/access.ts'
import { SCOPE_LABELS, type TokenGrant, tokenRefusal } from '#domain/api-tokens.ts'
import type { ApprovalStatus } from '#domain/business.ts'
import type { Duty } from '#domain/permissions.ts'
import type { MemberKind } from '#domain/team.ts'
import { normalizeEmail, type Role, type UserStatus } from '#domain/user.ts'
import { mayRestore } from '#domain/user-rules.ts'
import { refuse } from './refusal.ts'

/** API token by which a call is made. */
export interface ActorToken extends TokenGrant {
  id: string
  name: string
  expiresAt: Date
}

/** The user of a live session or of an API token, on whose behalf a call is made. */
export interface Actor {
  userId: string
  /** '' for an API token. */
  sessionId: string
  name: string
  email: string
  role: Role
  duties: Duty[]
  status: UserStatus
  emailVerified: boolean
  mustChangePassword: boolean
  /** The business that it acts for, chosen in this session; null: none. */
  businessId: string | null
  businessName: string | null
  businessStatus: ApprovalStatus | null
  /** Its kind in the team of that business; null without one. */
  memberKind: MemberKind | null
  /** True if the user has proved who it is in this session within the minutes of the settings. */
  hasStepUp: boolean
  /** True if the account has an authenticator app or a passkey. */
  hasSecondFactor: boolean
  /** True if the shop requires a second factor of this role and the account has none. */
  mustEnroll: boolean
  /** True if the user has changed something in the last seconds; noted only where there are replicas. */
  hasJustWritten: boolean
  /** Null in a session. */
  token: ActorToken | null
}

/**
 * Refuses an actor whose step-up has expired: `step_up_required`. The client asks for it and repeats the call. An API token never has it:
 * `not_for_tokens`.
 */
export function requireStepUp({ hasStepUp, token }: Pick<Actor, 'hasStepUp' | 'token'>): void {
  if (token) refuse('not_for_tokens')
  if (!hasStepUp) refuse('step_up_required')
}

/**
 * Returns true for the actor's own address, once its owner has confirmed it. Only such an address gets an email with what was typed into
 * a form: anyone else who types an address could make the shop send any text to any mailbox.
 */
export const isOwnAddress = (actor: Pick<Actor, 'email' | 'emailVerified'> | null, address: string): boolean =>
  actor !== null && actor.emailVerified && normalizeEmail(actor.email) === normalizeEmail(address)

/** Refuses to restore what somebody else has deleted, unless the actor is a super admin: `restore_reserved`. */
export function requireMayRestore({ userId, role }: Pick<Actor, 'userId' | 'role'>, deletedBy: string | null): void {
  if (!mayRestore({ id: userId, role }, deletedBy)) refuse('restore_reserved')
}

const PENDING = 'Your business is waiting for approval.'

/**
 * Refuses a seller without an approved business: `business_not_approved`, which says that a pending one waits. Staff pass: what they may do
 * is another rule's.
 */
export function requireApproved({ role, businessStatus }: Actor): void {
  if (role !== 'business_admin' || businessStatus === 'approved') return
  refuse('business_not_approved', businessStatus === 'pending' ? { detail: PENDING } : {})
}

/** Refuses an API token that may not make a call: `not_for_tokens`, `token_scope_missing`. */
export function requireScope(endpoint: Endpoint, token: ActorToken): void {
  const missing = tokenRefusal(endpoint, token)
  if (missing === 'kind') refuse('not_for_tokens')
  if (missing) refuse('token_scope_missing', { facts: { scope: SCOPE_LABELS[missing] } })
}

/** Returns the name of an actor for the audit log and histories: who uses an API token acts through it. */
export const actorName = ({ name, token }: { name: string; token?: Pick<ActorToken, 'name'> | null }): string =>
  token ? `${name} through token “${token.name}”` : name

/** Refuses a member of a business who is no owner: `owners_only`. */
export function requireOwner({ memberKind }: Pick<Actor, 'memberKind'>): void {
  if (memberKind === 'member') refuse('owners_only')
}

/** Refuses a seller whose business is suspended: `business_suspended`. */
export function requireUnsuspended({ businessStatus }: Pick<Actor, 'businessStatus'>): void {
  if (businessStatus === 'suspended') refuse('business_suspended')
}

/** The actor that an access rule guarantees: null only where anyone may call. */
export type ActorOf<Who extends Access> = Who extends 'anyone' ? Actor | null : Actor

/** Finds the user of a bearer token; null if no live session has it. `isUse`: the request counts as use of the session. */
export type Identify = (token: string, isUse: boolean) => Promise<Actor | null>

/** Returns whether this actor manages a single business. */
export const isSeller = ({ role }: Pick<Actor, 'role'>): boolean => role === 'business_admin'
