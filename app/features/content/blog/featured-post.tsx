import { Link } from 'react-router'
import { Picture } from '#app/ui/picture.tsx'
import type { BlogSummary } from '#contract/content/blog.ts'
import { categoryText } from '#domain/blog-post.ts'
import { isDrawing } from '#domain/picture.ts'
import { truncateAtWord } from '#domain/text.ts'
import { PostFacts } from './post-facts.tsx'

const EXCERPT_MAX = 160

/** The newest post, large (S74, S115); its excerpt ends after a word within 160 characters (S323). */
export function FeaturedPost({ post, priority = false }: { post: BlogSummary; priority?: boolean }) {
  const { slug, title, excerpt, category, coverImage } = post
  return (
    <article className="featured-post frame">
      {coverImage && (
        <div className="bg-kraft-print md:fold-r max-md:fold-b">
          <Picture
            className={`w-full h-full ${isDrawing(coverImage) ? 'object-contain' : 'object-cover'}`}
            sizes="(width < 48rem) 92vw, 620px"
            src={coverImage}
            alt=""
            width={800}
            height={600}
            {...(priority ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
          />
        </div>
      )}
      <div className="grid content-center gap-3 p-6 md:px-11 md:py-8">
        <p className="post-category">
          <bdi>{categoryText(category)}</bdi>
        </p>
        <h3 className="text-2xl leading-[1.1]">
          <Link to={`/blog/${slug}`}>
            <bdi>{title}</bdi>
          </Link>
        </h3>
        <p dir="auto" className="text-lg text-ink-2">
          {truncateAtWord(excerpt, EXCERPT_MAX)}
        </p>
        <PostFacts post={post} />
      </div>
    </article>
  )
}
