import { Link } from 'react-router'
import type { Understood } from '#contract/catalog/products.ts'

const ANSWER_LINKS: Readonly<Record<string, string>> = {
  '/contact': 'Contact us',
  '/resources/technical-documentation': 'Open the technical documentation',
}

interface SearchReadingProps {
  /** The search as it was typed. */
  query: string
  /** The corrected search; null where it is right. */
  meant: string | null
  understood: Understood
  /** Address of the results of the search as it was typed. */
  exactHref: string
}

/** Returns a search with its corrections; null without any. */
export function correctedSearch(query: string, { corrections }: Understood): string | null {
  const meant = new Map(corrections.map(({ from, to }) => [from, to]))
  return meant.size === 0 ? null : query.toLowerCase().replace(/[\p{L}\p{N}]+/gu, (word) => meant.get(word) ?? word)
}

/** Says how a search was read: what the shop answers to it, what was corrected, left out, or is found instead. */
export function SearchReading({ query, meant, understood: { answers, leftOut, matching, instead }, exactHref }: SearchReadingProps) {
  return (
    <>
      {answers.map(({ title, text, href }) => (
        <section key={href} className="notice mt-4">
          <h2 className="text-lg">{title}</h2>
          <p>{text}</p>
          <Link to={href} className="inline-flex items-center min-h-11">
            {ANSWER_LINKS[href] ?? 'Read more'}
          </Link>
        </section>
      ))}
      <div role="status">
        {meant !== null && (
          <p className="notice mt-4 wrap-anywhere">
            Showing results for “{meant}”. <Link to={exactHref}>Search instead for “{query}”</Link>
          </p>
        )}
        {leftOut.length > 0 && matching === 0 && (
          <p className="notice mt-4 wrap-anywhere">
            No product has all of these words. Showing results without {leftOut.map((word) => `“${word}”`).join(' and ')}.
          </p>
        )}
        {instead.map(({ term }) => (
          <p key={term} className="notice mt-4 wrap-anywhere">
            We don't sell {term}. These products do the same job.
          </p>
        ))}
      </div>
    </>
  )
}
