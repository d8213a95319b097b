import type { ShopTerms } from '#content/shop-terms.ts'
import type { PageSection, Policy } from '#content/written-page.ts'

/** Statement on the accessibility of the shop (Directive (EU) 2019/882, Annex V). */
export function accessibilityStatement(shop: ShopTerms): Policy {
  return {
    path: '/accessibility',
    title: 'Accessibility',
    description: `How ${shop.name} is made accessible, what we test, and how to report a barrier.`,
    lead: 'Everyone should be able to find, order and pay for products here, on any device and with any assistive technology.',
    version: '1.1',
    date: '2026-11-29',
    sections: [service(shop), how, checks, barriers(shop)],
  }
}

const service = ({ name }: ShopTerms): PageSection => ({
  id: 'service',
  title: 'The service',
  blocks: [
    `${name} is an online shop: you search and compare products, add them to a cart, order, pay, and track your orders in your account. We aim for the Web Content Accessibility Guidelines (WCAG) 2.2 at level AA and the European standard EN 301 549.`,
  ],
})

const how: PageSection = {
  id: 'how',
  title: 'Accessibility features',
  blocks: [
    {
      list: [
        'Everything works with the keyboard alone, and the focus is always visible.',
        'Pages have headings, landmarks and labels that screen readers announce; form messages are announced when they appear, and the focus moves to the first invalid field.',
        'Text can be enlarged to 200% and pages can be read at a width of 320 pixels without scrolling sideways.',
        'Colors have enough contrast in light and dark mode, and no information is conveyed by color alone.',
        'Motion is reduced if your device is set to reduce it.',
        'You can review and correct an order before you place it, and your entries are kept if something fails.',
      ],
    },
  ],
}

const checks: PageSection = {
  id: 'checks',
  title: 'Testing',
  blocks: [
    'Every change to the shop is tested automatically against the rules of axe-core, in light and dark mode, on wide and narrow screens. Product descriptions and pictures come from the producers: some pictures may lack a description until the producer adds one.',
  ],
}

const barriers = ({ contact: { email, phone } }: ShopTerms): PageSection => ({
  id: 'barriers',
  title: 'Report a barrier',
  blocks: [
    `If something does not work for you, email ${email} or call ${phone}. Tell us what you wanted to do, and which browser and assistive technology you use. We reply within one business day, help you order another way in the meantime, and remove the barrier. If you are not satisfied, you can contact the market surveillance authority in your country.`,
    { links: [{ to: '/contact', label: 'Contact us' }] },
  ],
})
