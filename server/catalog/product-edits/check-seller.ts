import type { Actor } from '#server/platform/http/actor.ts'

/** Returns whether this actor manages a single business. */
export const isSeller = ({ role }: Pick<Actor, 'role'>): boolean => role === 'business_admin'
