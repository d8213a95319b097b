import { type ArticleNode, articleHeadings } from '#domain/article.ts'

const FEWEST = 3

/** The parts of a long article, to jump to. */
export function Contents({ body }: { body: readonly ArticleNode[] }) {
  const parts = articleHeadings(body).filter(({ level }) => level === 2)
  if (parts.length < FEWEST) return null
  return (
    <nav aria-labelledby="contents" className="article-contents no-print lg:sticky lg:top-24 lg:order-2">
      <h2 className="font-text font-strong text-base leading-[normal] tracking-[0] normal-nums" id="contents">
        In this article
      </h2>
      <ol>
        {parts.map(({ id, text }) => (
          <li key={id}>
            <a className="block py-2.5" href={`#${id}`}>
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
