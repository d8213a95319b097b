import { Link } from 'react-router'
import { ListFailed } from '#app/ui/list-messages.tsx'
import type { BlogSummary } from '#contract/content/blog.ts'
import { FeaturedPost } from './featured-post.tsx'
import { BLOG_FAILED } from './messages.ts'

const NO_POSTS = 'No blog posts available yet. Check back soon for insights and case studies!'

/** The newest post on the home page (S74), or its replacement: null while there is none, undefined when it could not be read. */
export function LatestArticle({ post }: { post: BlogSummary | null | undefined }) {
  return (
    <section aria-labelledby="latest-article" className="mt-14">
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h2 id="latest-article">Latest from the blog</h2>
        <Link to="/blog" className="flex min-h-11 items-end">
          All articles
        </Link>
      </div>
      {post && <FeaturedPost post={post} />}
      {post === null && <p className="panel px-6 py-8 text-ink-2">{NO_POSTS}</p>}
      {post === undefined && <ListFailed text={BLOG_FAILED} />}
    </section>
  )
}
