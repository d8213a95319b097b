import { Link } from 'react-router'
import { slugOf } from '#app/features/content/pages/entry-filters.ts'
import { GLOSSARY, type GlossaryTerm } from '#content/glossary.ts'

const TERMS = new Map(GLOSSARY.map((term) => [term.id, term.term]))

/** A word with what it means, where it belongs and what else helps (S200). */
export function Term({ term: { id, term, definition, category, relatedTerms = [] } }: { term: GlossaryTerm }) {
  return (
    <article id={id} aria-labelledby={`${id}-title`} className="term">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h3 id={`${id}-title`}>
          <dfn className="not-italic">{term}</dfn>
        </h3>
        <Link to={`/glossary?category=${slugOf(category)}`} className="flex min-h-11 items-center text-sm">
          {category}
        </Link>
      </div>
      <p className="max-w-text">{definition}</p>
      {relatedTerms.length > 0 && (
        <p className="flex flex-wrap gap-x-6 max-w-text">
          <span className="flex items-center text-ink-2">See also</span>
          {relatedTerms.map((related) => (
            <Link key={related} className="flex items-center min-h-11 font-medium" to={`/glossary#${related}`}>
              {TERMS.get(related)}
            </Link>
          ))}
        </p>
      )}
    </article>
  )
}
