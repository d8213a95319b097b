import { toLocalTime } from '#app/lib/local-time.ts'
import type { NewPostBody, OwnPost, PostBody } from '#contract/content/blog-posts.ts'
import { BLOG_STATUSES } from '#domain/blog-post.ts'

/** The fields of a post's form, all as text, in order. */
export const POST_FIELDS = [
  'title',
  'excerpt',
  'content',
  'status',
  'publishedAt',
  'category',
  'tags',
  'coverImage',
  'slug',
  'authorLabel',
] as const
type PostField = (typeof POST_FIELDS)[number]
export type PostValues = Record<PostField, string>

/** Returns the initial values of a post's form; null for a new post. */
export function valuesOf(post: OwnPost | null): PostValues {
  return {
    title: post?.title ?? '',
    excerpt: post?.excerpt ?? '',
    content: post?.content ?? '',
    status: post?.status ?? 'draft',
    publishedAt: toLocalTime(post?.publishedAt ?? null),
    category: post?.category ?? '',
    tags: post?.tags.join(', ') ?? '',
    coverImage: post?.coverImage ?? '',
    slug: post?.slug ?? '',
    authorLabel: post?.authorLabel ?? '',
  }
}

/** Returns the current values of a form. */
export function readValues(fields: FormData): PostValues {
  const text = (name: PostField) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : ''
  }
  return {
    title: text('title'),
    excerpt: text('excerpt'),
    content: text('content'),
    status: text('status'),
    publishedAt: text('publishedAt'),
    category: text('category'),
    tags: text('tags'),
    coverImage: text('coverImage'),
    slug: text('slug'),
    authorLabel: text('authorLabel'),
  }
}

export const isSameValues = (one: PostValues, other: PostValues): boolean => POST_FIELDS.every((name) => one[name] === other[name])

/** Returns the time to send: absent when it was not changed, because the field has no seconds. */
function timeOf(typed: string, opened: string): { publishedAt?: string | null } {
  if (typed === opened) return {}
  return { publishedAt: typed === '' ? null : new Date(typed).toISOString() }
}

/** Returns the request body of a form; `opened` has its initial values. */
export function bodyOf(values: PostValues, opened: PostValues): Omit<NewPostBody, 'tags'> & { tags: string } & Omit<PostBody, 'tags'> {
  const { title, excerpt, content, category, tags, coverImage, slug, authorLabel } = values
  const status = BLOG_STATUSES.find((known) => known === values.status) ?? 'draft'
  return {
    title,
    excerpt,
    content,
    category,
    tags,
    coverImage,
    slug,
    authorLabel,
    status,
    ...timeOf(values.publishedAt, opened.publishedAt),
  }
}
