import { defineList } from '#contract/list.ts'
import type { OwnClaim } from './claims.ts'

/** Columns of the claims as staff edit them. */
export const CLAIM_LIST = defineList<OwnClaim>()({
  wording: { title: 'Claim', kind: 'text', sort: 'wording', isFixed: true, width: 30 },
  shownText: { title: 'Shown as', kind: 'text', only: 'file', width: 30 },
  status: { title: 'Readers see', kind: 'text', only: 'grid' },
  marketText: { title: 'Words for private buyers in the EU', kind: 'text', only: 'file', width: 30 },
  scope: { title: 'Scope', kind: 'prose', width: 60 },
  source: { title: 'Source', kind: 'prose', width: 40 },
  sourceUrl: { title: 'Source address', kind: 'text', only: 'file', width: 40 },
  ends: { title: 'Ends on', kind: 'moment', value: ({ expiresAt }) => expiresAt, sort: 'expiresAt' },
  isIllustrative: { title: 'Illustrative', kind: 'flag', only: 'file' },
  changed: { title: 'Changed', kind: 'moment', value: ({ updatedAt }) => updatedAt, sort: '-updatedAt', isExtra: true },
})
