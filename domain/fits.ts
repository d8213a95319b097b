type Row = { name: string; value: string }

/** Name of the row that lists what a product fits, in small letters. */
const FITS = 'fits'
/** Maximum length of a row's value, in characters. */
const MAX_VALUE = 500

const isFits = ({ name }: Row) => name.trim().toLowerCase() === FITS

/** Returns the names between commas or semicolons. A product's own name with a comma has two of them. */
export const namesIn = (text: string): string[] =>
  text
    .split(/[,;]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** Returns the names in the rows `Fits`, in their order. The database reads them alike (`fitted_machines`). */
export const fittedNames = (rows: readonly Row[]): string[] => rows.filter(isFits).flatMap(({ value }) => namesIn(value))

const partsOf = (names: readonly string[]) => new Set(names.flatMap((name) => namesIn(name.toLowerCase())))

/**
 * Rewrites the row `Fits` after its links changed: names in `linked`, in small letters, that are no longer in `wanted` go; wanted ones that
 * it lacks follow. Other names stay, and a row that says the same stays as it was typed. Names beyond 500 characters are left to the links.
 */
export function withFits<R extends Row>(
  rows: readonly R[],
  { linked, wanted }: { linked: readonly string[]; wanted: readonly string[] },
  rowFor: (row: Row) => R,
): R[] {
  const [isWanted, wasLinked] = [partsOf(wanted), partsOf(linked)]
  const present = fittedNames(rows)
  const kept = present.filter((name) => isWanted.has(name.toLowerCase()) || !wasLinked.has(name.toLowerCase()))
  const has = partsOf(kept)
  const added = wanted.filter((name) => !namesIn(name).every((part) => has.has(part.toLowerCase())))
  if (added.length === 0 && kept.length === present.length) return [...rows]
  const value = [...kept, ...added].reduce((text, name) => {
    const longer = text === '' ? name : `${text}, ${name}`
    return longer.length > MAX_VALUE ? text : longer
  }, '')
  const at = rows.findIndex(isFits)
  const others = (part: readonly R[]) => part.filter((row) => !isFits(row))
  const row = rows[at]
  if (!row) return [...rows, rowFor({ name: 'Fits', value })]
  return [...others(rows.slice(0, at)), ...(value === '' ? [] : [{ ...row, value }]), ...others(rows.slice(at + 1))]
}
