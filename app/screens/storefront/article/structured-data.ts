import type { ShownArticle } from '#app/features/blog/queries.ts'
import { categoryText, DEFAULT_AUTHOR } from '#domain/blog-post.ts'

/** The article and its place in the shop, for search engines (schema.org). */
export function structuredData({ slug, title, excerpt, category, tags, coverImage, publishedAt, updatedAt, author }: ShownArticle): object {
  const url = `/blog/${slug}`
  const publisher = { '@type': 'Organization', name: 'Reflute', url: '/' }
  const places = [
    { name: 'Home', item: '/' },
    { name: 'Blog', item: '/blog' },
    { name: title, item: url },
  ].map((place, index) => ({ '@type': 'ListItem', position: index + 1, ...place }))
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'BlogPosting',
        headline: title,
        description: excerpt,
        url,
        mainEntityOfPage: url,
        articleSection: categoryText(category),
        keywords: tags,
        ...(coverImage && { image: coverImage }),
        ...(publishedAt && { datePublished: publishedAt }),
        dateModified: updatedAt,
        inLanguage: 'en',
        author: { '@type': author.label === DEFAULT_AUTHOR ? 'Organization' : 'Person', name: author.label },
        publisher,
      },
      { '@type': 'BreadcrumbList', itemListElement: places },
    ],
  }
}
