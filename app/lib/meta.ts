interface PageMeta {
  title: string
  description: string
  /** Path of the one address that search engines shall keep. */
  canonical?: string
  image?: string
  isPrivate?: boolean
  structuredData?: object
}

/** The head of a page: title, description, canonical address, preview, structured data. */
export function pageMeta({ title, description, canonical, image, isPrivate, structuredData }: PageMeta) {
  const whole = title === 'Reflute' ? title : `${title} | Reflute`
  return [
    { title: whole },
    { name: 'description', content: description },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
    ...(canonical ? [{ tagName: 'link' as const, rel: 'canonical', href: canonical }] : []),
    ...(image ? [{ property: 'og:image', content: image }] : []),
    ...(isPrivate ? [{ name: 'robots', content: 'noindex' }] : []),
    ...(structuredData ? [{ 'script:ld+json': structuredData as Record<string, never> }] : []),
  ]
}
