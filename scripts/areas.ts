/*
 * The areas of the shop, and what they show each other. The same names are folders of `server/`, `contract/` and `app/features/` and
 * chapters of `docs/architecture.md`; an area without anything in one of them has no folder there. `npm run lint` keeps what this file
 * says.
 */

/** Every area, from the top down: an area imports only areas below it. Some hold nothing yet. */
export const AREAS = [
  'accounts',
  'integrations',
  'reporting',
  'ownership',
  'payouts',
  'fulfillment',
  'checkout',
  'quotes',
  'payments',
  'orders',
  'cart',
  'pricing',
  'content',
  'impact',
  'catalog',
  'companies',
  'sellers',
  'contact',
  'identity',
  'platform',
] as const
export type Area = (typeof AREAS)[number]

/** Folders beside the areas: they put areas together or serve every one. */
export const BESIDE = { server: ['doctor', 'seed', 'ssr', 'testing'], contract: [], 'app/features': ['kit'] } as const
