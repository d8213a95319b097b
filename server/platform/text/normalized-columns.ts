import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

const MARKED = 'àáâãäåèéêëìíîïòóôõöøùúûüçñ'
const PLAIN = 'aaaaaaeeeeiiiioooooouuuucn'

/**
 * Texts that are stored as they were typed, folded as `normalizeText` folds; `lower` alone knows only ASCII in some databases.
 * Immutable, so that an index can stand on it: the search must then name the very same texts.
 */
export const folded = (text: SQLWrapper): SQL =>
  sql`translate(lower(${text}), ${sql.raw(`'${MARKED}${MARKED.toUpperCase()}-', '${PLAIN}${PLAIN} '`)})`

/** Columns that are never null as one text, with spaces between them (`concat_ws` cannot stand in an index). */
export const joined = (...columns: readonly SQLWrapper[]): SQL => sql`(${sql.join([...columns], sql` || ' ' || `)})`

/** Whether `folded` makes of a search what `normalizeText` makes of it: then what is stored needs no other look. */
export function normalizesAlike(search: string): boolean {
  return (
    [...search.toLowerCase()].every((letter) => (letter >= ' ' && letter <= '~') || MARKED.includes(letter)) &&
    !/[-\s]{2}|^-|-$/.test(search)
  )
}
