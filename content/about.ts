import type { ClaimId } from './claims.ts'
import type { PageSection } from './written-page.ts'

/** Figures on the About page, by claim id (S9). */
export const ABOUT_CLAIMS = ['years', 'customers', 'companies', 'articles'] as const satisfies readonly ClaimId[]

/** Description of the shop and of its work (S152). */
export const ABOUT_SECTIONS: readonly PageSection[] = [
  {
    id: 'mission',
    title: 'Our mission',
    blocks: [
      'A box arrives, is emptied in a minute and goes into the baler. Next to the baler, someone unrolls new packing material. We want the first to become the second, in the same room.',
      'That takes a machine that is sturdy, safe and honest about its output. The businesses that build such machines are small and scattered, and many who could use them have never heard of them. So we brought them together in one shop, with parts, comparable specifications, and the mats and chips that other users make and sell.',
    ],
  },
  {
    id: 'marketplace',
    title: 'How the marketplace works',
    blocks: [
      {
        list: [
          'Producers offer machines, parts and packaging under their own names, at their own prices, in dollars and euros.',
          'We review every business before its products appear, and remove products that are unsafe or wrongly described.',
          'You can order from several producers in one cart and pay once. Each producer ships its own items, and you track them all in one order.',
          'A machine can come from one business and its blades from another: the specifications say what fits.',
        ],
      },
      {
        links: [
          { to: '/producers', label: 'Our producers' },
          { to: '/business/register', label: 'Sell here' },
        ],
      },
    ],
  },
  {
    id: 'standards',
    title: 'Our standards',
    blocks: [
      {
        list: [
          'Every figure we claim is listed in a register with its scope and source. A figure without a source is marked until it has one or is removed.',
          'Pictures are drawings based on the dimensions in the specifications. If a dimension is missing, the drawing says so.',
          'The warranty, return windows, discounts and shipping rates in our texts are the ones the shop applies to your order.',
          'No cookies, no tracking, no paid reviews.',
          "The shop works with a keyboard and with a screen reader, and we fix what doesn't.",
          'Without JavaScript, you can browse, search and filter all products. Signing in, the cart, orders and forms need it, and the pages tell you so.',
        ],
      },
      {
        links: [
          { to: '/claims', label: 'How we count' },
          { to: '/privacy-policy', label: 'Privacy policy' },
          { to: '/refund-policy', label: 'Refund policy' },
        ],
      },
    ],
  },
]
