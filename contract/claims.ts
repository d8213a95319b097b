import * as z from 'zod/mini'
import { CLAIM_COUNTERS } from '#domain/claim.ts'
import { pageFields } from './common.ts'
import { endpoint } from './endpoint.ts'

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

export const claims = {
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
