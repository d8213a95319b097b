import type { ShopFacts } from '#contract/content/shop.ts'

/** The firm that runs the shop, for search engines (schema.org). */
export function shopAsFirm({ name, contact }: Pick<ShopFacts, 'name' | 'contact'>): object {
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
