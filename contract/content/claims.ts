import * as z from 'zod/mini'
import { pageFields, queryBoolean, requiredText, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { CLAIM_COUNTERS, CLAIM_KINDS } from '#domain/claim.ts'
import { isDay } from '#domain/time.ts'
import { STAFF_ROLES } from '#domain/user.ts'

/** A claim on a public page, with its source. */
export const Claim = z.object({
  id: z.string(),
  /** Claims about the environment or performance need a source before private buyers in the European Union may see them. */
  kind: z.enum(CLAIM_KINDS),
  wording: z.string(),
  /** The wording, with the counted number where staff chose so. */
  shownText: z.string(),
  /** The words for private buyers in the European Union while it is illustrative; empty: it is not shown to them. */
  marketText: z.string(),
  scope: z.string(),
  source: z.nullable(z.string()),
  sourceUrl: z.nullable(z.string()),
  /** Without a valid source, and not counted: pages mark it "Illustrative figure". */
  isIllustrative: z.boolean(),
  isCounted: z.boolean(),
  /** The count that the shop can make itself, and its current number. */
  counter: z.nullable(z.enum(CLAIM_COUNTERS)),
  countedValue: z.nullable(z.int()),
  expiresAt: z.nullable(z.string()),
  updatedAt: z.string(),
})
export type Claim = z.output<typeof Claim>

/** A claim as staff edit it. */
export const OwnClaim = z.object({
  ...Claim.shape,
  /** True when the counted number is to be shown. */
  useCounted: z.boolean(),
  version: z.int(),
})
export type OwnClaim = z.output<typeof OwnClaim>

/** Filters, page and order of the claims as staff edit them. */
export const OwnClaimQuery = z.object({
  ...pageFields,
  /** True: only claims shown as illustrative; false: only others. */
  illustrative: z.optional(queryBoolean),
  sort: z.optional(z.enum(['position', 'wording', '-wording', 'expiresAt', '-expiresAt', 'updatedAt', '-updatedAt'])),
})
export type OwnClaimQuery = z.output<typeof OwnClaimQuery>

const isWebAddress = (typed: string) => /^https?:\/\/[^\s/?#]+\.[^\s/?#]/i.test(typed) && URL.canParse(typed)

/** An empty address means none. */
const SourceUrl = text(500).check(
  z.refine((typed) => typed === '' || isWebAddress(typed), { error: 'Please enter a web address like https://example.com' }),
)

/** A day, valid to its end (UTC), or an instant; empty: no expiry. */
const Expiry = z.string().check(
  z.refine((typed) => typed === '' || (/^[^T]{10}(T|$)/.test(typed) && isDay(typed.slice(0, 10)) && !Number.isNaN(Date.parse(typed))), {
    error: 'Please enter a date like 2026-03-04',
  }),
)

/** Omitted fields stay as they are. */
export const ClaimBody = z.object({
  wording: z.optional(requiredText(120, 'Please enter the words of the claim')),
  marketText: z.optional(text(120)),
  scope: z.optional(text(500)),
  source: z.optional(z.nullable(text(500))),
  sourceUrl: z.optional(z.nullable(SourceUrl)),
  expiresAt: z.optional(z.nullable(Expiry)),
  useCounted: z.optional(z.boolean()),
  version: z.optional(z.int()),
})
export type ClaimBody = z.output<typeof ClaimBody>

const listOwn = endpoint({
  method: 'GET',
  path: '/api/admin/claims',
  access: STAFF_ROLES,
  permission: 'content.read',
  summary: 'Lists all claims with their sources, in the order of the public page.',
  query: OwnClaimQuery,
  response: z.array(OwnClaim),
  list: true,
})

/** The path's `id` is the name that pages use. */
const ClaimParams = z.object({ id: z.string().check(z.regex(/^[a-z-]{1,40}$/)) })

export const claims = {
  listOwn,
  export: exportOf(listOwn, 'Exports the claims.'),
  byId: endpoint({
    method: 'GET',
    path: '/api/admin/claims/:id',
    access: STAFF_ROLES,
    permission: 'content.read',
    summary: 'Returns one claim with its source.',
    params: ClaimParams,
    response: OwnClaim,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/admin/claims/:id',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'content.write',
    summary: 'Changes the wording, scope, source or expiry of a claim; without a valid source it is an illustrative figure.',
    params: ClaimParams,
    body: ClaimBody,
    response: OwnClaim,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/claims',
    access: 'anyone',
    mayLag: true,
    summary: 'Lists every public claim with its wording, scope and source.',
    query: z.object(pageFields),
    response: z.array(Claim),
    list: true,
  }),
}
