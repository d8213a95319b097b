import type { ClaimCounter } from '#domain/claim.ts'

/** A claim as the shop starts with it; `counter` names the count that can replace its number, or null. */
export type ClaimDefinition = { id: string; wording: string; scope: string; counter: ClaimCounter | null }

const PAYBACK_SCOPE =
  'The months until a machine has saved its price, in a packing room that uses it every working day. It is no result of the impact calculator, which works with your own numbers and shows a range.'

/** Every claim on a public page, with its exact words (S9, S10, S69, S71, S73, S156). Staff add the sources. */
export const CLAIMS = [
  {
    id: 'savings',
    wording: '60-85% savings',
    scope: 'On what a business pays for bought mats, chips and paper, once a machine makes them from its own used boxes.',
    counter: null,
  },
  { id: 'payback', wording: '6-12 months', scope: PAYBACK_SCOPE, counter: null },
  { id: 'trees', wording: '17 trees', scope: 'Not felled for new paper, per ton of cardboard kept in use', counter: null },
  {
    id: 'carbon',
    wording: '70% carbon reduction',
    scope: 'Against packing made new, per ton of cardboard kept in use',
    counter: null,
  },
  { id: 'water', wording: '7K gallons of water', scope: 'Not used by a mill, per ton of cardboard kept in use', counter: null },
  { id: 'articles', wording: '50+ articles', scope: 'Published articles of our blog.', counter: 'articles' },
  { id: 'customers', wording: '500+ customers', scope: 'Customer accounts of this shop that are active.', counter: 'customers' },
  {
    id: 'years',
    wording: '25+ years',
    scope: 'Experience with packing and board of the people who work on this shop.',
    counter: null,
  },
  {
    id: 'companies',
    wording: '50+ Companies Served',
    scope: 'Businesses of this marketplace that are active and approved, whether they sell or buy.',
    counter: 'companies',
  },
  {
    id: 'efficiency',
    wording: 'Average 45% Efficiency Gain',
    scope: 'Mean over the success stories, each in its own measure of efficiency.',
    counter: null,
  },
  { id: 'roi', wording: 'ROI in 6-12 Months', scope: PAYBACK_SCOPE, counter: null },
] as const satisfies readonly ClaimDefinition[]

/** Id of a claim that pages may show. */
export type ClaimId = (typeof CLAIMS)[number]['id']
