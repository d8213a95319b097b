import * as z from 'zod/mini'
import { pageFields, queryBoolean, requiredText, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { CLAIM_COUNTERS } from '#domain/claim.ts'

const staff = ['application_admin', 'super_admin'] as const

/** A claim that a public page makes, and what stands behind it. */
export const Claim = z.object({
  id: z.string(),
  wording: z.string(),
  /** The wording, or with the counted number where staff chose so. */
  shownText: z.string(),
  scope: z.string(),
  source: z.nullable(z.string()),
  sourceUrl: z.nullable(z.string()),
  /** No source that still holds, and not counted: pages mark it "Illustrative figure". */
  isIllustrative: z.boolean(),
  isCounted: z.boolean(),
  /** What the shop can count by itself, and how many there are now. */
  counter: z.nullable(z.enum(CLAIM_COUNTERS)),
  countedValue: z.nullable(z.int()),
  expiresAt: z.nullable(z.string()),
  updatedAt: z.string(),
})
export type Claim = z.output<typeof Claim>

/** A claim as staff keep it. */
export const OwnClaim = z.object({
  ...Claim.shape,
  /** Whether the counted number shall be shown. */
  useCounted: z.boolean(),
  version: z.int(),
})
export type OwnClaim = z.output<typeof OwnClaim>

export const OwnClaimQuery = z.object({
  ...pageFields,
  /** True: only what readers see as an illustrative figure; false: only the others. */
  illustrative: z.optional(queryBoolean),
  sort: z.optional(z.enum(['position', 'wording', '-wording', 'expiresAt', '-expiresAt', 'updatedAt', '-updatedAt'])),
})
export type OwnClaimQuery = z.output<typeof OwnClaimQuery>

const isWebAddress = (typed: string) => /^https?:\/\/[^\s/?#]+\.[^\s/?#]/i.test(typed) && URL.canParse(typed)

/** An empty one is none. */
const SourceUrl = text(500).check(
  z.refine((typed) => typed === '' || isWebAddress(typed), { error: 'Please enter a web address like https://example.com' }),
)

/** A day, which counts whole (UTC), or an instant; empty: it does not end. */
const Expiry = z.string().check(
  z.refine((typed) => typed === '' || (/^\d{4}-\d\d-\d\d(T|$)/.test(typed) && !Number.isNaN(Date.parse(typed))), {
    error: 'Please give a date like 2026-03-04',
  }),
)

/** What is left out stays as it is. */
export const ClaimBody = z.object({
  wording: z.optional(requiredText(120, 'Please enter the words of the claim')),
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
  access: staff,
  summary: 'The register of claims as staff keep it, in the order of the public page.',
  query: OwnClaimQuery,
  response: z.array(OwnClaim),
  list: true,
})

/** `{ id }` of a path: the name that pages use. */
const ClaimParams = z.object({ id: z.string().check(z.regex(/^[a-z-]{1,40}$/)) })

export const claims = {
  listOwn,
  export: exportOf(listOwn, 'The register of claims as a file.'),
  byId: endpoint({
    method: 'GET',
    path: '/api/admin/claims/:id',
    access: staff,
    summary: 'One claim of the register.',
    params: ClaimParams,
    response: OwnClaim,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/admin/claims/:id',
    invalidates: true,
    access: staff,
    summary: 'Changes the words, scope, source or end of a claim; without a source that still holds it is an illustrative figure.',
    params: ClaimParams,
    body: ClaimBody,
    response: OwnClaim,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/claims',
    access: 'anyone',
    summary: 'Every claim of the public pages with its words, scope and source.',
    query: z.object(pageFields),
    response: z.array(Claim),
    list: true,
  }),
}
