import * as z from 'zod/mini'
import { Id, IdParams, Ok, requiredLine } from '#contract/common.ts'
import { anyEndpoint, type Endpoint, endpoint } from '#contract/endpoint.ts'
import type { Access } from '#domain/access.ts'
import {
  DEFAULT_TOKEN_DAYS,
  MAX_TOKEN_DAYS,
  MAX_TOKEN_NAME,
  SCOPES_OF,
  TOKEN_KINDS,
  TOKEN_SCOPES,
  type TokenScope,
} from '#domain/api-tokens.ts'
import { STAFF_ROLES } from '#domain/user.ts'

/** An API token without its secret, which is shown once when the token is created. */
export const ApiToken = z.object({
  id: Id,
  name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  /** `revoked` also where it ended with the password, the role or the business of its owner. */
  status: z.enum(['active', 'expired', 'revoked']),
  createdAt: z.string(),
  expiresAt: z.string(),
  /** To the minute; null: never used. */
  lastUsedAt: z.nullable(z.string()),
  owner: z.object({ name: z.string(), isYou: z.boolean() }),
})
export type ApiToken = z.output<typeof ApiToken>

const ONCE = 'Name each scope once'

/** Returns the body of a new token, which can have these scopes. */
const bodyOf = (scopes: readonly TokenScope[]) =>
  z.object({
    name: requiredLine(MAX_TOKEN_NAME, 'Please enter a name'),
    scopes: z.array(z.enum(TOKEN_SCOPES)).check(
      z.minLength(1, { error: 'Choose at least one scope' }),
      z.maxLength(TOKEN_SCOPES.length, { error: ONCE, abort: true }),
      z.refine((asked: readonly TokenScope[]) => new Set(asked).size === asked.length, { error: ONCE }),
      z.refine((asked: readonly TokenScope[]) => asked.every((scope) => scopes.includes(scope)), {
        error: `Choose from ${scopes.join(', ')}`,
      }),
    ),
    /** Days until it expires. */
    days: z._default(
      z.int().check(z.gte(1, { error: 'At least 1 day' }), z.lte(MAX_TOKEN_DAYS, { error: `At most ${MAX_TOKEN_DAYS} days` })),
      DEFAULT_TOKEN_DAYS,
    ),
  })
export type TokenBody = z.output<ReturnType<typeof bodyOf>>

/** A new token with its secret, which is never shown again. */
export const NewApiToken = z.extend(ApiToken, { secret: z.string() })
export type NewApiToken = z.output<typeof NewApiToken>

/** Kind, scopes and calls of the API token of a request. */
export const CurrentToken = z.object({
  id: Id,
  kind: z.enum(TOKEN_KINDS),
  name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  expiresAt: z.string(),
  owner: z.object({ name: z.string() }),
  /** Business that it acts for; null for other kinds. */
  business: z.nullable(z.object({ id: Id, name: z.string() })),
  /** Calls that it may make now; their paths as the OpenAPI description has them. */
  calls: z.array(z.object({ name: z.string(), method: z.string(), path: z.string() })),
})
export type CurrentToken = z.output<typeof CurrentToken>

type Who<Roles> = { access: Roles; permission: Endpoint['permission']; members: Endpoint['members'] }

const tokenCalls = <const Roles extends Access>(path: string, who: Who<Roles>, scopes: readonly TokenScope[], of: string) => ({
  list: anyEndpoint({
    ...who,
    method: 'GET',
    path,
    summary: `Lists ${of}, newest first; those that ended, for 30 days.`,
    response: z.array(ApiToken),
  }),
  create: anyEndpoint({
    ...who,
    method: 'POST',
    path,
    stepUp: true,
    summary: 'Creates an API token. Its secret is in this answer and never shown again; its owner is emailed.',
    body: bodyOf(scopes),
    response: NewApiToken,
    status: 201,
  }),
  revoke: anyEndpoint({
    ...who,
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Revokes an API token: it stops working at once.',
    params: IdParams,
    response: Ok,
  }),
})

/** Calls about the API tokens of a person, and about the token of a request. */
export const tokens = {
  ...tokenCalls(
    '/api/account/tokens',
    { access: 'signedIn', permission: null, members: 'all' },
    SCOPES_OF.person,
    'the API tokens by which other systems act for the caller as a customer',
  ),
  current: endpoint({
    method: 'GET',
    path: '/api/token',
    access: 'signedIn',
    token: 'any',
    summary: 'Returns what the API token of the request may do. Not found in a session.',
    response: CurrentToken,
  }),
}

/** Calls about the API tokens of a business. */
export const businessTokens = tokenCalls(
  '/api/business/tokens',
  { access: ['business_admin'], permission: null, members: 'owner' },
  SCOPES_OF.business,
  "the API tokens of the caller's business",
)

/** Calls about the API tokens of staff. */
export const staffTokens = tokenCalls(
  '/api/admin/tokens',
  { access: STAFF_ROLES, permission: 'any', members: 'all' },
  SCOPES_OF.platform,
  "the caller's API tokens for the platform, and for super admins those of all staff",
)
