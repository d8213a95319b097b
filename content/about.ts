import type { ClaimId } from './claims.ts'
import type { PageSection } from './written-page.ts'

/** Figures on the About page, by claim id (S9). */
export const ABOUT_CLAIMS = ['years', 'customers', 'companies', 'articles'] as const satisfies readonly ClaimId[]

/** Description of the shop and of its work (S152). */
export const ABOUT_SECTIONS: readonly PageSection[] = [
  {
    id: 'mission',
    title: 'What we are here for',
    blocks: [
      'A box arrives, is emptied in a minute and goes into the press. Next to the press somebody unrolls new packing from a reel. We want the first to become the second, in the same room.',
      'For that one needs a machine that is sturdy, safe and honest about what it does in an hour. Businesses that build such machines are small and far apart, and those who could use them do not know them. So we put them into one shop, with their parts, their specifications in the same words, and with the mats and chips that other users make and sell.',
    ],
  },
  {
    id: 'marketplace',
    title: 'How the marketplace works',
    blocks: [
      {
        list: [
          'Producers show machines, parts and packing here under their own names, at their own prices, in dollars and euros.',
          'We check a business before anything of it is shown, and take goods away that are unsafe or wrongly described.',
          'You order from several producers in one cart and pay once. Each sends its part; you follow all of them in one order.',
          'A machine may come from one firm and its blades from another: the specifications say what fits.',
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
    title: 'What we hold ourselves to',
    blocks: [
      {
        list: [
          'Every figure that we claim has its place in a register, with scope and source. One without a source is marked, until it has one or goes.',
          'Pictures are drawings made from the dimensions in the specification. Where a size is missing, the drawing says so.',
          'The warranty, return windows, discounts and shipping rates in our texts are the very ones that the cart counts with.',
          'No cookies, no tracking, no bought reviews.',
          'The shop works with a keyboard and with a screen reader, and we repair what does not.',
          'Without JavaScript you can read, search and filter all that is on sale. Signing in, the cart, orders and forms need it, and say so.',
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
