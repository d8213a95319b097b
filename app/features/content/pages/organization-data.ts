import type { ShopFacts } from '#contract/content/shop.ts'

/** Structured data (schema.org) of the business that runs the shop. */
export function organizationData({ name, contact }: Pick<ShopFacts, 'name' | 'contact'>): object {
  const { street, city, country, email, phone } = contact
  return {
    '@type': 'Organization',
    '@id': '/#organization',
    name,
    url: '/',
    logo: '/apple-touch-icon.png',
    email,
    telephone: phone,
    address: { '@type': 'PostalAddress', streetAddress: street, addressLocality: city, addressCountry: country },
  }
}
