import { type ArticleNode, articleHeadings } from '#domain/article.ts'

const MIN_HEADINGS = 3

/** Table of contents of a long article. */
export function Contents({ body }: { body: readonly ArticleNode[] }) {
  const headings = articleHeadings(body).filter(({ level }) => level === 2)
  if (headings.length < MIN_HEADINGS) return null
  return (
    <nav aria-labelledby="contents" className="article-contents no-print lg:sticky lg:top-24 lg:order-2">
      <h2 className="font-text font-strong text-base leading-[normal] tracking-[0] normal-nums" id="contents">
        In this article
      </h2>
      <ol>
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a className="block py-2.5" href={`#${id}`}>
              <bdi>{text}</bdi>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
