import type { BlogArticle, BlogPost, BlogSummary } from '#contract/content/blog.ts'
import type { ArticleNode } from '#domain/article.ts'
import { DEFAULT_AUTHOR, isVisible, readingMinutes } from '#domain/blog-post.ts'
import type { PostRow } from './published-posts.ts'

/** Presents a post for lists. */
function presentSummary(row: PostRow, now: Date): BlogSummary {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    excerpt: row.excerpt,
    category: row.category,
    tags: row.tags,
    coverImage: row.coverImage,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    published: isVisible(row, now),
    status: row.status,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    author: { label: row.authorLabel ?? DEFAULT_AUTHOR },
    readingMinutes: readingMinutes(row.content),
    version: row.version,
  }
}

/** Presents a post with its Markdown. */
export function presentPost(row: PostRow, now: Date): BlogPost {
  return { ...presentSummary(row, now), content: row.content }
}

/** Presents a post for its own page. */
export function presentArticle(
  row: PostRow,
  more: { body: ArticleNode[]; related: PostRow[] } & Pick<BlogArticle, 'previous' | 'next'>,
  now: Date,
): BlogArticle {
  return { ...presentPost(row, now), ...more, related: more.related.map((post) => presentSummary(post, now)) }
}
