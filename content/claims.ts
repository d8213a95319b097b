import type { ClaimCounter, ClaimKind } from '#domain/claim.ts'

/**
 * A claim as the shop starts with it; `counter` names the count that can replace its number, or null; `writtenOn` is the day of its words.
 */
export type ClaimDefinition = {
  id: string
  kind: ClaimKind
  wording: string
  scope: string
  counter: ClaimCounter | null
  writtenOn: string
}

const PAYBACK_SCOPE =
  'Months until a machine has saved its purchase price, in a packing room that uses it every working day. This is not a result of the impact calculator, which uses your own numbers and shows a range.'

/** Every claim on a public page, with its exact words (S9, S10, S69, S71, S73, S156). Staff add the sources. */
export const CLAIMS = [
  {
    id: 'savings',
    kind: 'performance',
    wording: '60-85% savings',
    scope: 'Savings on purchased mats, chips and paper once a machine makes them from used boxes.',
    counter: null,
    writtenOn: '2026-04-14',
  },
  { id: 'payback', kind: 'performance', wording: '6-12 months', scope: PAYBACK_SCOPE, counter: null, writtenOn: '2026-04-14' },
  {
    id: 'trees',
    kind: 'environment',
    wording: '17 trees',
    scope: 'Trees not felled for new paper, per ton of cardboard kept in use',
    counter: null,
    writtenOn: '2026-05-06',
  },
  {
    id: 'carbon',
    kind: 'environment',
    wording: '70% carbon reduction',
    scope: 'Compared with new packaging, per ton of cardboard kept in use',
    counter: null,
    writtenOn: '2026-05-06',
  },
  {
    id: 'water',
    kind: 'environment',
    wording: '7K gallons of water',
    scope: 'Water not used by a paper mill, per ton of cardboard kept in use',
    counter: null,
    writtenOn: '2026-05-06',
  },
  {
    id: 'articles',
    kind: 'shop',
    wording: '50+ articles',
    scope: 'Published articles on our blog.',
    counter: 'articles',
    writtenOn: '2026-06-22',
  },
  {
    id: 'customers',
    kind: 'shop',
    wording: '500+ customers',
    scope: 'Active customer accounts in this shop.',
    counter: 'customers',
    writtenOn: '2026-06-22',
  },
  {
    id: 'years',
    kind: 'shop',
    wording: '25+ years',
    scope: 'Experience with packaging and corrugated board among the people behind this shop.',
    counter: null,
    writtenOn: '2026-04-14',
  },
  {
    id: 'companies',
    kind: 'shop',
    wording: '50+ Companies Served',
    scope: 'Active and approved businesses on this marketplace, whether they sell or buy.',
    counter: 'companies',
    writtenOn: '2026-08-03',
  },
  {
    id: 'efficiency',
    kind: 'performance',
    wording: 'Average 45% Efficiency Gain',
    scope: 'Average across the success stories, each with its own measure of efficiency.',
    counter: null,
    writtenOn: '2026-08-03',
  },
  { id: 'roi', kind: 'performance', wording: 'ROI in 6-12 Months', scope: PAYBACK_SCOPE, counter: null, writtenOn: '2026-08-03' },
] as const satisfies readonly ClaimDefinition[]

/** Id of a claim that pages may show. */
export type ClaimId = (typeof CLAIMS)[number]['id']
