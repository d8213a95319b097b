import type { ShopTerms } from '#content/shop-terms.ts'
import type { PageSection, Policy } from '#content/written-page.ts'

/** Statement on the accessibility of the shop (Directive (EU) 2019/882, Annex V). */
export function accessibilityStatement(shop: ShopTerms): Policy {
  return {
    path: '/accessibility',
    title: 'Accessibility',
    description: `How ${shop.name} can be used by everybody, what we check, and how to tell us about a barrier.`,
    lead: 'Everybody should be able to find, order and pay for products here, with any device and any way of using it.',
    version: '1.0',
    date: '2026-11-27',
    sections: [service(shop), how, checks, barriers(shop)],
  }
}

const service = ({ name }: ShopTerms): PageSection => ({
  id: 'service',
  title: 'The service',
  blocks: [
    `${name} is an online shop: you search and compare products, put them into a cart, order, pay, and follow your orders in your account. We aim for the Web Content Accessibility Guidelines (WCAG) 2.2 at level AA and the European standard EN 301 549.`,
  ],
})

const how: PageSection = {
  id: 'how',
  title: 'How we do it',
  blocks: [
    {
      list: [
        'Everything works with the keyboard alone, and the focus is always visible.',
        'Pages have headings, landmarks and labels that screen readers announce; messages of forms are announced when they appear, and the first wrong field gets the focus.',
        'Text can be enlarged to 200% and pages can be read at a width of 320 pixels without scrolling sideways.',
        'Colors have enough contrast in the light and in the dark appearance, and nothing is said by color alone.',
        'Motion is reduced where your device asks for it.',
        'You can check and correct an order before you place it, and what you typed is kept when something fails.',
      ],
    },
  ],
}

const checks: PageSection = {
  id: 'checks',
  title: 'What we check',
  blocks: [
    'Every change of the shop runs automatic checks of its pages with the rules of axe-core, in the light and the dark appearance, on wide and narrow screens. Descriptions and pictures of products come from their producers: some pictures may lack a description until the producer has added one.',
  ],
}

const barriers = ({ contact: { email, phone } }: ShopTerms): PageSection => ({
  id: 'barriers',
  title: 'Tell us about a barrier',
  blocks: [
    `If something does not work for you, write to ${email} or call ${phone}: say what you wanted to do, and with which browser and aids. We answer within one business day, help you to order another way in the meantime, and remove the barrier. If you are not satisfied, you can turn to the market surveillance authority of your country.`,
    { links: [{ to: '/contact', label: 'Contact us' }] },
  ],
})
