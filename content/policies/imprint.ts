import type { ShopTerms } from '#content/shop-terms.ts'
import type { PageSection, Policy } from '#content/written-page.ts'

/**
 * Facts about the provider of the shop (Directive 2000/31/EC, Article 5), from the settings of the company; what is empty there is left
 * out.
 */
export function imprint(shop: ShopTerms): Policy {
  return {
    path: '/imprint',
    title: 'Imprint',
    description: `Name, address, register and contact of the company that runs ${shop.name}.`,
    lead: 'The company that runs this shop.',
    version: '1.1',
    date: '2026-11-29',
    sections: [provider(shop), contact(shop), disputes],
  }
}

const filled = (rows: readonly (readonly [string, string | undefined])[]): string[][] =>
  rows.flatMap(([label, value]) => (value ? [[label, value]] : []))

const provider = ({
  name,
  contact: { street, city, country, taxNumber, legalForm, representative, register, registerNumber },
}: ShopTerms): PageSection => ({
  id: 'provider',
  title: 'Provider',
  blocks: [
    {
      table: {
        caption: 'Provider of this shop',
        head: ['Detail', 'Value'],
        rows: filled([
          ['Name', [name, legalForm].filter(Boolean).join(', ')],
          ['Represented by', representative],
          ['Address', [street, city, country].filter(Boolean).join(', ')],
          ['Register', register],
          ['Register number', registerNumber],
          ['VAT ID or tax number', taxNumber],
        ]),
      },
    },
  ],
})

const contact = ({ contact: { email, phone } }: ShopTerms): PageSection => ({
  id: 'contact',
  title: 'Contact',
  blocks: [
    {
      table: {
        caption: 'Contact',
        head: ['Channel', 'Contact'],
        rows: filled([
          ['Email', email],
          ['Phone', phone],
        ]),
      },
    },
    'We reply within one business day.',
    { links: [{ to: '/contact', label: 'Contact form' }] },
  ],
})

const disputes: PageSection = {
  id: 'disputes',
  title: 'Disputes with consumers',
  blocks: [
    'Contact us first: most issues are settled in one message. We are neither willing nor obliged to take part in proceedings before a consumer arbitration board, unless a law obliges us.',
    {
      links: [
        { to: '/terms', label: 'Terms' },
        { to: '/refund-policy', label: 'Returns and withdrawal' },
      ],
    },
  ],
}
