import type * as z from 'zod/mini'
import type { Access } from '#domain/access.ts'
import type { TokenRule } from '#domain/api-tokens.ts'
import type { Permission } from '#domain/permissions.ts'
import type { ShopSwitches } from '#domain/settings.ts'
import type { MemberKind } from '#domain/team.ts'
import type { Role } from '#domain/user.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Proof that a call demands which moves money, or decides where money goes later (payout accounts, commission, tax). `always`: step-up.
 * `onceItMoves`: step-up, where money moves by what is sent. `password`: it is in the body; with a second factor step-up, too. `unasked`:
 * buyers pay, or get back what they paid, and what Stripe and the VAT register say is followed.
 */
type MoneyProof = 'always' | 'onceItMoves' | 'password' | 'unasked'

/** A call of the API: access, input and output. Server, client and reference read this one object. */
export interface Endpoint<
  Params extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Query extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Body extends z.ZodMiniType | undefined = z.ZodMiniType | undefined,
  Result extends z.ZodMiniType = z.ZodMiniType,
  Who extends Access = Access,
  List extends boolean = boolean,
> {
  method: Method
  /** Path with `:name` parameters, from `/api`. */
  path: string
  access: Who
  /** Key that an application_admin needs; null where the call is not for them. */
  permission: Permission | null
  /** Roles that are let in only while a switch of the settings is on. */
  bySwitch: Readonly<Partial<Record<Role, keyof ShopSwitches>>>
  /** People of a business that are let in: all of them, or its owners only. Counts for business_admin. */
  members: 'all' | Extract<MemberKind, 'owner'>
  /** One sentence for the reference. */
  summary: string
  params: Params
  query: Query
  body: Body
  response: Result
  /** The response is one page of an array; `X-Total-Count` has the number of items in all. */
  list: List
  /** Status of a success. */
  status: 200 | 201 | 202
  /** Takes an `Idempotency-Key`. */
  idempotent: boolean
  /** File fields of a `multipart/form-data` body, beside the fields of `body`, with the maximum number of files of each. */
  files: Readonly<Record<string, number>>
  /** Media types of a body that the handler reads itself. */
  consumes: readonly string[]
  /** Media types of a response that is a file; none: JSON. */
  produces: readonly string[]
  /** The response depends on the caller, although anyone may call; shared caches must not store it. */
  personal: boolean
  /** Open also to users who must choose a new password first; all other calls refuse them. */
  beforeNewPassword: boolean
  /** Open also to users who must set up a second factor first; all other calls refuse them. Default: `beforeNewPassword`. */
  beforeSecondFactor: boolean
  /** Polled by the screens: does not count as use of the session. */
  isPassive: boolean
  /** Changes what public pages show: after a success no cached page is used any more. */
  invalidates: boolean
  /** Kinds of public data that the answer shows: it is outdated once one of them has changed. */
  shows: readonly ('catalog' | 'settings' | 'stock')[]
  /** Counts towards no rate limit. */
  isUncounted: boolean
  /**
   * Requires step-up: the user has proved who it is in this session within the minutes of the settings, so that a stolen token alone is not
   * enough.
   */
  stepUp: boolean
  /** Null: the call moves no money. Prices, discounts and freight are offers, and move none. */
  money: MoneyProof | null
  /** Open also to the bearer of METRICS_TOKEN, who is no user: the handler must not read the actor. */
  takesMetricsToken: boolean
  /** Scope by which API tokens may make the call, or one of several; null: none may. Never for money out, people, settings and security. */
  token: TokenRule
  /** Reads what may be a moment old, so that a replica of the database may answer. Never what a buyer or an order depends on. */
  mayLag: boolean
}

interface Definition<Params, Query, Body, Result, Who, List> {
  method: Method
  path: string
  access: Who
  permission?: Permission | null
  bySwitch?: Readonly<Partial<Record<Role, keyof ShopSwitches>>>
  members?: Endpoint['members']
  summary: string
  params?: Params
  query?: Query
  body?: Body
  response: Result
  list?: List
  status?: 200 | 201 | 202
  idempotent?: boolean
  files?: Readonly<Record<string, number>>
  consumes?: readonly string[]
  produces?: readonly string[]
  personal?: boolean
  beforeNewPassword?: boolean
  beforeSecondFactor?: boolean
  isPassive?: boolean
  invalidates?: boolean
  shows?: Endpoint['shows']
  isUncounted?: boolean
  stepUp?: boolean
  money?: MoneyProof
  takesMetricsToken?: boolean
  token?: Exclude<TokenRule, null>
  mayLag?: boolean
}

/** The key of a call that an application_admin may make; a call of super admins may have one, which opens it to the duties that hold it. */
type Keyed<Who> = Who extends readonly (infer Listed)[]
  ? 'application_admin' extends Listed
    ? { permission: Permission }
    : unknown
  : unknown

/** Describes a call. One without an `access` rule does not compile, nor one for application admins without a `permission`. */
export const endpoint = <
  Result extends z.ZodMiniType,
  const Who extends Access,
  Params extends z.ZodMiniType | undefined = undefined,
  Query extends z.ZodMiniType | undefined = undefined,
  Body extends z.ZodMiniType | undefined = undefined,
  const List extends boolean = false,
>(
  definition: Definition<Params, Query, Body, Result, Who, List> & Keyed<Who>,
): Endpoint<Params, Query, Body, Result, Who, List> => anyEndpoint(definition)

/** Describes a call where `Who` is not known yet: what builds several calls asks for the `permission`, and a test looks at each. */
export function anyEndpoint<
  Result extends z.ZodMiniType,
  const Who extends Access,
  Params extends z.ZodMiniType | undefined = undefined,
  Query extends z.ZodMiniType | undefined = undefined,
  Body extends z.ZodMiniType | undefined = undefined,
  const List extends boolean = false,
>(definition: Definition<Params, Query, Body, Result, Who, List>): Endpoint<Params, Query, Body, Result, Who, List> {
  return {
    list: false as List,
    status: 200,
    idempotent: false,
    permission: null,
    bySwitch: {},
    members: 'all',
    files: {},
    consumes: [],
    produces: [],
    personal: definition.access !== 'anyone',
    beforeNewPassword: false,
    beforeSecondFactor: definition.beforeNewPassword ?? false,
    isPassive: false,
    invalidates: false,
    shows: ['catalog', 'settings'],
    isUncounted: false,
    stepUp: definition.money === 'always',
    money: null,
    takesMetricsToken: false,
    token: null,
    mayLag: false,
    ...definition,
    params: definition.params as Params,
    query: definition.query as Query,
    body: definition.body as Body,
  }
}

/** Fills in the `:name` parameters of a path. */
export function fillPath(path: string, params: Record<string, string | number> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
}
