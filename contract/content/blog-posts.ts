import * as z from 'zod/mini'
import { IdParams, identifier, Ok, pageFields, requiredIdentifier, requiredText, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { exportOf } from '#contract/export.ts'
import { BLOG_STATUSES, isCoverAddress, TAG_LIMITS, tagsOf } from '#domain/blog-post.ts'
import { CUSTOMER_SENTENCES, isPlainText } from '#domain/customer.ts'
import { isSlug } from '#domain/product.ts'
import { trimText } from '#domain/text.ts'
import { STAFF_ROLES } from '#domain/user.ts'
import { ArticleNode, BlogPost } from './blog.ts'

/** Maximum length of a post, in characters. */
const MAX_CONTENT = 100_000

/** A post with what only its authors and staff may know. */
export const OwnPost = z.object({
  ...BlogPost.shape,
  /** The author's user id; null for the shop's own articles. */
  authorId: z.nullable(z.string()),
  authorName: z.nullable(z.string()),
  /** The author's name for readers; null: the shop's editors. */
  authorLabel: z.nullable(z.string()),
  /** Time of deletion, or null. */
  deletedAt: z.nullable(z.string()),
})
export type OwnPost = z.output<typeof OwnPost>

const COVER_SENTENCE = 'Please enter a picture address that begins with https://, or upload a picture'
const SLUG_SENTENCE = 'Please use lowercase letters, digits and single hyphens'
const TIME_SENTENCE = 'Please enter a time like 2026-03-04T09:00:00Z'

/** Said where an article shows nothing. */
export const EMPTY_SENTENCE = 'Please enter some text'
/** Markdown as typed; its first line may begin with spaces that count. */
const Markdown = z.string().check(z.maxLength(MAX_CONTENT), z.refine(isPlainText, { error: CUSTOMER_SENTENCES.unusual }))

const Content = Markdown.check(z.refine((typed) => trimText(typed) !== '', { error: EMPTY_SENTENCE }))

/** An empty cover means none. */
const Cover = text(2000).check(z.refine((typed) => typed === '' || isCoverAddress(typed), { error: COVER_SENTENCE }))

/** An empty slug is made from the title. */
const Slug = identifier(80).check(z.refine((typed) => typed === '' || isSlug(typed), { error: SLUG_SENTENCE }))

/** A list, or comma-separated text. */
const Tags = z.pipe(
  z.pipe(
    z.union([z.array(z.string().check(z.maxLength(200))).check(z.maxLength(100)), z.string().check(z.maxLength(2000))]),
    z.transform((typed: string | string[]) => tagsOf(typed)),
  ),
  z
    .array(
      identifier(TAG_LIMITS.characters).check(
        z.maxLength(TAG_LIMITS.characters, { error: `A tag has at most ${TAG_LIMITS.characters} characters` }),
      ),
    )
    .check(z.maxLength(TAG_LIMITS.tags, { error: `At most ${TAG_LIMITS.tags} tags are accepted` })),
)

/** An empty time means none; years have at most four digits. */
const Time = z.string().check(
  z.refine((typed) => typed === '' || (/^\d{4}-\d\d-\d\d(T|$)/.test(typed) && !Number.isNaN(Date.parse(typed))), {
    error: TIME_SENTENCE,
  }),
)

const optionalFields = {
  coverImage: z.optional(z.nullable(Cover)),
  tags: z.optional(Tags),
  status: z.optional(z.enum(BLOG_STATUSES)),
  slug: z.optional(z.nullable(Slug)),
  /** Time of publication; a future time schedules the post, null or absent on a published post means now. */
  publishedAt: z.optional(z.nullable(Time)),
  authorLabel: z.optional(z.nullable(text(80))),
}

/** A post to create; without a `status` it is a draft. */
export const NewPostBody = z.object({
  title: requiredText(200),
  excerpt: requiredText(500),
  category: requiredIdentifier(80),
  content: Content,
  ...optionalFields,
})
export type NewPostBody = z.output<typeof NewPostBody>

/** Omitted fields stay as they are. */
export const PostBody = z.object({
  title: z.optional(requiredText(200)),
  excerpt: z.optional(requiredText(500)),
  category: z.optional(requiredIdentifier(80)),
  content: z.optional(Content),
  ...optionalFields,
  version: z.optional(z.int()),
})
export type PostBody = z.output<typeof PostBody>

const OWN_POST_SORTS = [
  '-updatedAt',
  'updatedAt',
  '-createdAt',
  'createdAt',
  '-publishedAt',
  'publishedAt',
  'title',
  '-title',
  'category',
  '-category',
  'status',
  '-status',
] as const

/** Filters, page and order of the posts that the caller may edit. */
export const OwnPostQuery = z.object({
  ...pageFields,
  /** `Deleted`: only deleted posts, which are left out otherwise. */
  status: z.optional(z.enum([...BLOG_STATUSES, 'Deleted'])),
  category: z.optional(identifier(80)),
  sort: z.optional(z.enum(OWN_POST_SORTS)),
})
export type OwnPostQuery = z.output<typeof OwnPostQuery>

/** A post's text as readers would see it. */
export const PostPreview = z.object({ body: z.array(ArticleNode), words: z.int(), readingMinutes: z.int() })
export type PostPreview = z.output<typeof PostPreview>

const create = {
  method: 'POST',
  invalidates: true,
  access: STAFF_ROLES,
  permission: 'content.write',
  summary: 'Writes a post; its author is the caller, its slug comes from the title unless one is given.',
  body: NewPostBody,
  response: OwnPost,
  status: 201,
} as const
const update = {
  method: 'PUT',
  invalidates: true,
  access: STAFF_ROLES,
  permission: 'content.write',
  summary: 'Changes a post. A former slug redirects to it.',
  params: IdParams,
  body: PostBody,
  response: OwnPost,
} as const
const remove = {
  method: 'DELETE',
  invalidates: true,
  access: STAFF_ROLES,
  permission: 'content.write',
  summary: 'Deletes a post; staff can restore it.',
  params: IdParams,
  response: Ok,
} as const

const list = endpoint({
  method: 'GET',
  path: '/api/admin/blog',
  access: STAFF_ROLES,
  permission: 'content.read',
  summary: 'Lists all posts, last changed first; deleted ones only with `status=Deleted`.',
  query: OwnPostQuery,
  response: z.array(OwnPost),
  list: true,
})

export const blogPosts = {
  list,
  export: exportOf(list, 'Exports the filtered posts.'),
  byId: endpoint({
    method: 'GET',
    path: '/api/admin/blog/:id',
    access: STAFF_ROLES,
    permission: 'content.read',
    summary: 'Returns one post, deleted or not.',
    params: IdParams,
    response: OwnPost,
  }),
  create: endpoint({ ...create, path: '/api/admin/blog' }),
  update: endpoint({ ...update, path: '/api/admin/blog/:id' }),
  remove: endpoint({ ...remove, path: '/api/admin/blog/:id' }),
  publish: endpoint({
    method: 'POST',
    path: '/api/admin/blog/:id/publish',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'content.write',
    summary: 'Publishes a draft now; a published post stays as it is.',
    params: IdParams,
    response: OwnPost,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/admin/blog/:id/restore',
    invalidates: true,
    access: STAFF_ROLES,
    permission: 'content.write',
    summary: 'Restores a deleted post in its previous status.',
    params: IdParams,
    response: OwnPost,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/admin/blog/preview',
    access: STAFF_ROLES,
    permission: 'content.read',
    summary: 'Previews a text as readers would see it; nothing is stored.',
    body: z.object({ content: Markdown }),
    response: PostPreview,
  }),
  createAlias: endpoint({ ...create, path: '/api/blog' }),
  updateAlias: endpoint({ ...update, path: '/api/blog/:id' }),
  removeAlias: endpoint({ ...remove, path: '/api/blog/:id' }),
}
