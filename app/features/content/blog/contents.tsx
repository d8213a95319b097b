import { type ArticleNode, articleHeadings } from '#domain/article.ts'

const FEWEST = 3

/** Table of contents of a long article. */
export function Contents({ body }: { body: readonly ArticleNode[] }) {
  const parts = articleHeadings(body).filter(({ level }) => level === 2)
  if (parts.length < FEWEST) return null
  return (
    <nav aria-labelledby="contents" className="article-contents no-print">
      <h2 id="contents">In this article</h2>
      <ol>
        {parts.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
