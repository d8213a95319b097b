import { redirect } from 'react-router'
import { orNull, type Reading } from '#app/lib/api.ts'
import { blogHref, isNarrowed, POSTS_PAGE_SIZE, readBlogFilters } from './blog-filters.ts'
import { blogFacetsQuery, blogListQuery, latestPostQuery } from './queries.ts'

/** Loads the blog, with the newest post on top where no filter is set. A page past the last redirects to it. */
export async function loadBlog({ url, load }: Reading) {
  const filters = readBlogFilters(url.searchParams)
  const featured = isNarrowed(filters) ? null : await orNull(load(latestPostQuery))
  const [list, facets] = await Promise.all([orNull(load(blogListQuery(filters, featured?.id))), orNull(load(blogFacetsQuery))])
  const pages = Math.max(1, Math.ceil((list?.total ?? 0) / POSTS_PAGE_SIZE))
  if (list && filters.page > pages) throw redirect(blogHref(filters, { page: pages }))
  return { filters, featured, list, categories: facets?.categories ?? [], tags: facets?.tags ?? [], pages }
}

export type LoadedBlog = Awaited<ReturnType<typeof loadBlog>>
