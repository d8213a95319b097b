import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { Read, ShopApi } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Page } from '#contract/client.ts'
import type { BlogFacets } from '#contract/content/blog.ts'
import type { OwnPost, PostPreview } from '#contract/content/blog-posts.ts'

type Token = string | null
type ListQuery = NonNullable<NonNullable<Parameters<ShopApi['blogPosts']['list']>[0]>['query']>

export const ownPostsQuery = (token: Token, query: GridQuery): Read<Page<OwnPost>> => ({
  queryKey: [...officeKey(token), 'posts', query],
  read: (api, signal) => api.blogPosts.list({ query: query as ListQuery, signal }), // the grid sends only what its columns and filters name
  staleTime: 0,
})

export const ownPostQuery = (token: Token, id: string): Read<OwnPost> => ({
  queryKey: [...officeKey(token), 'post', id],
  read: (api, signal) => api.blogPosts.byId({ params: { id }, signal }),
  staleTime: 0,
})

/** Categories and tags in use, also in drafts, as suggestions of a form. */
export const postWordsQuery = (token: Token): Read<BlogFacets> => ({
  queryKey: [...officeKey(token), 'post-words'],
  read: (api, signal) => api.blog.facets({ signal }),
})

/** Preview of a text as readers would see it; cached by text. */
export const previewQuery = (token: Token, content: string): Read<PostPreview> => ({
  queryKey: ['preview', token, content],
  read: (api, signal) => api.blogPosts.preview({ body: { content }, signal }),
  staleTime: Number.POSITIVE_INFINITY,
})
