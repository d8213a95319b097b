import type { Access } from '#domain/access.ts'
import type { ApprovalStatus } from '#domain/business.ts'
import type { Role, UserStatus } from '#domain/user.ts'
import { refuse } from './refusal.ts'

/** Who makes a call: the user of a live session. */
export interface Actor {
  userId: string
  sessionId: string
  name: string
  email: string
  role: Role
  status: UserStatus
  emailVerified: boolean
  mustChangePassword: boolean
  businessId: string | null
  businessName: string | null
  businessStatus: ApprovalStatus | null
  /** The password was entered in this session within the last `STEP_UP_MINUTES`. */
  hasStepUp: boolean
}

/** Refuses an actor whose password was not entered lately: `step_up_required`. The screens ask for it and repeat the call. */
export function requireStepUp({ hasStepUp }: Pick<Actor, 'hasStepUp'>): void {
  if (!hasStepUp) refuse('step_up_required')
}

/** The actor as a call's access rule makes it certain: null for a visitor only where anyone may call. */
export type ActorOf<Who extends Access> = Who extends 'anyone' ? Actor | null : Actor

/** Finds the user of a bearer token; null when no live session has it. `isUse`: the session counts as used now. */
export type Identify = (token: string, isUse: boolean) => Promise<Actor | null>
