import { Link } from 'react-router'
import { Author } from '#app/features/content/blog/author.tsx'
import { CategoryLink, PostFacts } from '#app/features/content/blog/post-facts.tsx'
import type { ShownArticle } from '#app/features/content/blog/queries.ts'
import { TagLinks } from '#app/features/content/blog/tag-links.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { isDrawing } from '#domain/picture.ts'

/** Reason for which the public does not see an article, by its status. */
const WORDS = { draft: 'a draft', archived: 'archived', published: 'scheduled for later' } as const

/** Title, excerpt, author, date, tags and cover of an article (S120-S122). */
export function ArticleHead({ article }: { article: ShownArticle }) {
  const { category, title, excerpt, author, tags, coverImage, published, status } = article
  return (
    <header>
      <p className="no-print">
        <Link to="/blog" className="inline-block py-2.5">
          <span aria-hidden="true">← </span>Back to Blog
        </Link>
      </p>
      {!published && <p className="notice warn mb-4">Only staff can see this article: it is {WORDS[status]}.</p>}
      <div className="article-head frame">
        <div className="grid content-center gap-2.5 px-6 pt-5 pb-6 md:px-11 md:py-8 print:p-0">
          <p>
            <CategoryLink category={category} />
          </p>
          <h1>
            <bdi>{title}</bdi>
          </h1>
          <p dir="auto" className="text-lg text-ink-2">
            {excerpt}
          </p>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <Author label={author.label} />
            <PostFacts post={article} />
          </div>
          <TagLinks tags={tags} />
        </div>
        {coverImage && (
          <div className="article-head-picture">
            <Picture
              className={`w-full h-full max-md:aspect-16/9 ${isDrawing(coverImage) ? 'object-contain' : 'object-cover'}`}
              sizes="(width < 48rem) 92vw, 800px"
              src={coverImage}
              alt=""
              width={800}
              height={600}
              fetchPriority="high"
            />
          </div>
        )}
      </div>
    </header>
  )
}
