import { Link } from '#app/ui/link.tsx'
import { Picture } from '#app/ui/picture.tsx'
import type { BlogSummary } from '#contract/content/blog.ts'
import { categoryText } from '#domain/blog-post.ts'
import { PostFacts } from './post-facts.tsx'

/** A post in a grid. The whole card is clickable: the link of the title covers it. */
export function PostCard({ post }: { post: BlogSummary }) {
  const { slug, title, excerpt, category, coverImage } = post
  return (
    <article className="post-card">
      {coverImage && (
        <div className="bg-kraft-print border-b-[1.5px] border-line max-sm:grid max-sm:content-center max-sm:border-b-0 max-sm:border-r-[1.5px]">
          <Picture
            className="w-full aspect-4/3 object-cover"
            sizes="(width < 48rem) 92vw, 400px"
            src={coverImage}
            alt=""
            width={800}
            height={600}
            loading="lazy"
            decoding="async"
          />
        </div>
      )}
      <div className="grid grid-rows-[auto_auto_1fr_auto] gap-2 px-4.5 pt-4 pb-4.5 max-sm:p-3.5">
        <p className="post-category">
          <bdi>{categoryText(category)}</bdi>
        </p>
        <h3>
          <Link to={`/blog/${slug}`}>
            <bdi>{title}</bdi>
          </Link>
        </h3>
        <p dir="auto" className="text-ink-2 max-sm:hidden">
          {excerpt}
        </p>
        <PostFacts post={post} />
      </div>
    </article>
  )
}
