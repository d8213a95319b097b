import type { ShownArticle } from '#app/features/content/blog/queries.ts'
import { getShop } from '#app/lib/shop.ts'
import { breadcrumbList, graph } from '#app/lib/structured-data.ts'
import { categoryText, DEFAULT_AUTHOR } from '#domain/blog-post.ts'

/** The article and its place in the shop, for search engines (schema.org). */
export function structuredData({ slug, title, excerpt, category, tags, coverImage, publishedAt, updatedAt, author }: ShownArticle): object {
  const url = `/blog/${slug}`
  const publisher = { '@type': 'Organization', name: getShop().name, url: '/' }
  const posting = {
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
  }
  return graph(
    posting,
    breadcrumbList([
      { to: '/blog', label: 'Blog' },
      { to: url, label: title },
    ]),
  )
}
