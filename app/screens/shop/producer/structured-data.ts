import { breadcrumbList, graph } from '#app/lib/structured-data.ts'
import type { BusinessProfile } from '#contract/sellers/businesses.ts'

/** Structured data of a producer and its page (schema.org). Unpublished fields are left out. */
export function structuredData({ slug, name, description, website, email, phone, logo, city, country }: BusinessProfile): object {
  const url = `/producers/${slug}`
  const organization = {
    '@type': 'Organization',
    '@id': `${url}#organization`,
    name,
    url,
    ...(description && { description }),
    ...(logo && { logo }),
    ...(website && { sameAs: [website] }),
    ...(email && { email }),
    ...(phone && { telephone: phone }),
    ...((city || country) && {
      address: { '@type': 'PostalAddress', ...(city && { addressLocality: city }), ...(country && { addressCountry: country }) },
    }),
  }
  const places = breadcrumbList([
    { to: '/producers', label: 'Producers' },
    { to: url, label: name },
  ])
  return graph(organization, places)
}
