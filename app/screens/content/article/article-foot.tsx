import { Link } from 'react-router'
import { NewsletterBox } from '#app/features/contact/newsletter/newsletter-box.tsx'
import { PostCard } from '#app/features/content/blog/post-card.tsx'
import type { ShownArticle } from '#app/features/content/blog/queries.ts'

type Neighbours = Pick<ShownArticle, 'previous' | 'next'>

function ReadOn({ previous, next }: Neighbours) {
  if (!previous && !next) return null
  return (
    <nav aria-label="More articles" className="read-on frame">
      {previous && (
        <Link to={`/blog/${previous.slug}`} rel="prev">
          <span>Previous article</span>
          <bdi>{previous.title}</bdi>
        </Link>
      )}
      {next && (
        <Link to={`/blog/${next.slug}`} rel="next">
          <span>Next article</span>
          <bdi>{next.title}</bdi>
        </Link>
      )}
    </nav>
  )
}

/** Links at the end of an article: its report, previous, next, related, the blog, the home page and the machines (S123). */
export function ArticleFoot({ article: { slug, previous, next, related } }: { article: ShownArticle }) {
  return (
    <div className="no-print">
      <p className="mt-6">
        <Link className="inline-flex items-center min-h-11" rel="nofollow" to={`/report?address=/blog/${slug}`}>
          Report this article
        </Link>
      </p>
      <ReadOn previous={previous} next={next} />
      {related.length > 0 && (
        <section aria-labelledby="related" className="mt-14">
          <h2 id="related" className="mb-5">
            Related articles
          </h2>
          <ul className="grid gap-5 grid-cols-[repeat(auto-fill,minmax(min(300px,100%),1fr))]">
            {related.map((post) => (
              <li key={post.id}>
                <PostCard post={post} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="mt-14">
        <NewsletterBox />
      </div>
      <section aria-labelledby="next-step" className="frame mt-14 flex flex-wrap items-center justify-between gap-6 px-6 py-8 md:px-11">
        <h2 id="next-step">Where to next?</h2>
        <p className="flex flex-wrap gap-3">
          <Link to="/products" className="button">
            View equipment
          </Link>
          <Link to="/blog" className="button hollow">
            All articles
          </Link>
          <Link to="/" className="button hollow">
            Back to Home
          </Link>
        </p>
      </section>
    </div>
  )
}
