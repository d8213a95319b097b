import { Link } from 'react-router'
import { day } from '#app/lib/format.ts'
import type { BlogSummary } from '#contract/content/blog.ts'
import { categoryText } from '#domain/blog-post.ts'
import { categoryHref } from './blog-filters.ts'

/** The category as a link to its articles, with spaces for hyphens (S120). */
export function CategoryLink({ category }: Pick<BlogSummary, 'category'>) {
  return (
    <Link to={categoryHref(category)} className="post-category">
      <bdi>{categoryText(category)}</bdi>
    </Link>
  )
}

/** Date of publication in US long format, and reading time. */
export function PostFacts({ post: { publishedAt, createdAt, readingMinutes } }: { post: BlogSummary }) {
  const date = publishedAt ?? createdAt
  return (
    <p className="flex flex-wrap gap-x-1.5 text-ink-2 text-sm">
      <time dateTime={date}>{day(date)}</time>
      <span aria-hidden="true">·</span>
      <span>{readingMinutes} min read</span>
    </p>
  )
}
