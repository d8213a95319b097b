import * as z from 'zod/mini'
import { Id, identifier, pageFields, queryBoolean, SlugParams } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { ARTICLE_TAGS, type ArticleNode as Node } from '#domain/article.ts'
import { BLOG_STATUSES } from '#domain/blog-post.ts'

const summaryFields = {
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  coverImage: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** True when the public may read it: its status is published and `publishedAt` has passed. */
  published: z.boolean(),
  status: z.enum(BLOG_STATUSES),
  publishedAt: z.nullable(z.string()),
  author: z.object({ label: z.string() }),
  readingMinutes: z.int(),
  version: z.int(),
}

/** A post in a list. */
export const BlogSummary = z.object(summaryFields)
export type BlogSummary = z.output<typeof BlogSummary>

/** A post with its text in Markdown. */
export const BlogPost = z.object({ ...summaryFields, content: z.string() })
export type BlogPost = z.output<typeof BlogPost>

/** A node of an article: text, or an element with its attributes and children. */
export const ArticleNode: z.ZodMiniType<Node, Node> = z.lazy(() =>
  z.union([
    z.string(),
    z.object({ tag: z.enum(ARTICLE_TAGS), attributes: z.record(z.string(), z.string()), children: z.array(ArticleNode) }),
  ]),
)

const BlogLink = z.object({ slug: z.string(), title: z.string() })

/** A whole post: its parsed text, and links to other posts. */
export const BlogArticle = z.object({
  ...summaryFields,
  content: z.string(),
  body: z.array(ArticleNode),
  /** The next older post; null for the first one. */
  previous: z.nullable(BlogLink),
  /** The next newer post; null for the latest one. */
  next: z.nullable(BlogLink),
  related: z.array(BlogSummary),
})
export type BlogArticle = z.output<typeof BlogArticle>

const BLOG_SORTS = ['-publishedAt', 'publishedAt', '-createdAt', 'createdAt', 'title', '-title'] as const

/** Filters, page and order of the posts that the caller may read. */
export const BlogQuery = z.object({
  ...pageFields,
  category: z.optional(identifier(80)),
  tag: z.optional(identifier(80)),
  sort: z.optional(z.enum(BLOG_SORTS)),
  /** True: only public posts, regardless of the caller; false: only posts that are not public. */
  published: z.optional(queryBoolean),
  /** A post to leave out: the one shown above the list. */
  exclude: z.optional(Id),
})
export type BlogQuery = z.output<typeof BlogQuery>

const Counts = z.array(z.object({ value: z.string(), count: z.int() }))

/** Categories and tags in use, most frequent first. */
export const BlogFacets = z.object({ categories: Counts, tags: Counts })
export type BlogFacets = z.output<typeof BlogFacets>

export const blog = {
  list: endpoint({
    method: 'GET',
    path: '/api/blog',
    access: 'anyone',
    mayLag: true,
    personal: true,
    summary: 'Published posts, newest first. Staff who look after the blog get every post.',
    query: BlogQuery,
    response: z.array(BlogPost),
    list: true,
  }),
  facets: endpoint({
    method: 'GET',
    path: '/api/blog/facets',
    access: 'anyone',
    mayLag: true,
    personal: true,
    summary: 'Counts these posts by category and by tag.',
    query: z.object({ published: BlogQuery.shape.published }),
    response: BlogFacets,
  }),
  bySlug: endpoint({
    method: 'GET',
    path: '/api/blog/slug/:slug',
    access: 'anyone',
    mayLag: true,
    personal: true,
    summary: 'Returns one post by its current or a former slug. 403 when it exists but is not published.',
    params: SlugParams,
    response: BlogArticle,
  }),
}
