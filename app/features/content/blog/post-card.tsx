import { Link } from 'react-router'
import type { BlogSummary } from '#contract/content/blog.ts'
import { categoryText } from '#domain/blog-post.ts'
import { PostFacts } from './post-facts.tsx'

/** A post in a grid. The whole card is clickable: the link of the title covers it. */
export function PostCard({ post }: { post: BlogSummary }) {
  const { slug, title, excerpt, category, coverImage } = post
  return (
    <article className="post-card">
      {coverImage && (
        <div className="post-card-picture">
          <img src={coverImage} alt="" width={800} height={600} loading="lazy" decoding="async" />
        </div>
      )}
      <div className="post-card-text">
        <p className="post-category">{categoryText(category)}</p>
        <h3>
          <Link to={`/blog/${slug}`}>{title}</Link>
        </h3>
        <p className="post-card-excerpt">{excerpt}</p>
        <PostFacts post={post} />
      </div>
    </article>
  )
}
