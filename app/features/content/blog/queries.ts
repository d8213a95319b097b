import type { Read } from '#app/lib/api.ts'
import type { Page } from '#contract/client.ts'
import type { BlogArticle, BlogFacets, BlogPost, BlogSummary } from '#contract/content/blog.ts'
import { type BlogFilters, blogParams, POSTS_PAGE_SIZE } from './blog-filters.ts'

/** An article for its page, without its Markdown. */
export type ShownArticle = Omit<BlogArticle, 'content'>

const summaryOf = ({ content: _content, ...summary }: BlogPost): BlogSummary => summary

/** Public posts only; staff read drafts elsewhere. */
const published = 'true' as const

/** The newest post, or null. */
export const latestPostQuery: Read<BlogSummary | null> = {
  queryKey: ['blog', 'latest'],
  read: async (api, signal) => {
    const [latest] = (await api.blog.list({ query: { published, limit: '1' }, signal })).items
    return latest ? summaryOf(latest) : null
  },
}

/** One page of posts, without the one shown above them. */
export const blogListQuery = (filters: BlogFilters, exclude: string | undefined): Read<Page<BlogSummary>> => ({
  queryKey: ['blog', 'list', filters, exclude],
  read: async (api, signal) => {
    const query = {
      ...blogParams(filters),
      published,
      page: String(filters.page),
      limit: String(POSTS_PAGE_SIZE),
      ...(exclude && { exclude }),
    }
    const { items, total } = await api.blog.list({ query, signal })
    return { items: items.map(summaryOf), total }
  },
})

export const blogFacetsQuery: Read<BlogFacets> = {
  queryKey: ['blog', 'facets'],
  read: (api, signal) => api.blog.facets({ query: { published }, signal }),
}

export const articleQuery = (slug: string): Read<ShownArticle> => ({
  queryKey: ['blog', 'slug', slug],
  read: async (api, signal) => {
    const { content: _content, ...article } = await api.blog.bySlug({ params: { slug }, signal })
    return article
  },
})
