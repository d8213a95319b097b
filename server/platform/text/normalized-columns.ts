import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

const MARKED = 'àáâãäåèéêëìíîïòóôõöøùúûüçñ'
const PLAIN = 'aaaaaaeeeeiiiioooooouuuucn'

/**
 * Normalizes stored text in SQL as `normalizeText` does in JavaScript; `lower` alone handles only ASCII in some databases. Immutable, so
 * that an index can use it: the search must use the same expression.
 */
export const normalized = (text: SQLWrapper): SQL =>
  sql`translate(lower(${text}), ${sql.raw(`'${MARKED}${MARKED.toUpperCase()}-', '${PLAIN}${PLAIN} '`)})`

/** Format characters that names have in some scripts, and that a search leaves out: joiners and marks of direction. */
const UNSEEN = '\u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u2060\ufeff'

/** Like `normalized`, for what people wrote and no index has. */
export const normalizedWriting = (text: SQLWrapper): SQL => normalized(sql`translate(${text}, ${UNSEEN}::text, '')`)

/** Concatenates columns that are never null, with spaces between them (`concat_ws` is not allowed in an index). */
export const joined = (...columns: readonly SQLWrapper[]): SQL => sql`(${sql.join([...columns], sql` || ' ' || `)})`

/** True if SQL and `normalizeText` normalize a search alike, so that stored normalized text needs no second comparison. */
export function normalizesAlike(search: string): boolean {
  return (
    [...search.toLowerCase()].every((letter) => (letter >= ' ' && letter <= '~') || MARKED.includes(letter)) &&
    !/[-\s]{2}|^-|-$/.test(search)
  )
}

/** Returns the brand of a product with the names and values of its rows, given the columns that hold them, normalized. */
export const factsText = ({ brand, specifications }: { brand: SQLWrapper; specifications: SQLWrapper }): SQL =>
  normalized(
    sql`concat_ws(' ', ${brand}, (select string_agg(concat_ws(' ', row ->> 'name', row ->> 'value'), ' ')
      from jsonb_array_elements(${specifications}) as row))`,
  )
