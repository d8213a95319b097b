/** A place of a form that two people have changed, each to something else: `['facts', 'sku']`. */
export interface Overlap {
  path: readonly string[]
  mine: unknown
  theirs: unknown
}

/** Members that only this page load knows. */
const UNSTORED = new Set(['key', 'uploadId'])

/** Returns whether two values are the same but for members that only this page load knows. */
export const isSame = (one: unknown, other: unknown) => {
  const plain = (value: unknown) => JSON.stringify(value, (name, part: unknown) => (UNSTORED.has(name) ? undefined : part))
  return plain(one) === plain(other)
}

const isGroup = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Merges two edits of the same values: what only one of both has changed is taken, lists as a whole. What both have changed, each to
 * something else, stays mine in `merged` and is named in `overlaps`.
 */
export function mergeEdits<Values extends object>(opened: Values, mine: Values, theirs: Values): { merged: Values; overlaps: Overlap[] } {
  const overlaps: Overlap[] = []
  const merge = (before: unknown, own: unknown, other: unknown, path: readonly string[]): unknown => {
    if (isSame(own, before)) return other
    if (isSame(other, before) || isSame(own, other)) return own
    if (isGroup(own) && isGroup(other)) return mergeGroup(isGroup(before) ? before : {}, own, other, path)
    overlaps.push({ path, mine: own, theirs: other })
    return own
  }
  const mergeGroup = (
    before: Record<string, unknown>,
    own: Record<string, unknown>,
    other: Record<string, unknown>,
    path: readonly string[],
  ) => {
    const names = [...new Set([...Object.keys(other), ...Object.keys(own)])]
    const merged = names.map((name) => [name, merge(before[name], own[name], other[name], [...path, name])] as const)
    return Object.fromEntries(merged.filter(([, value]) => value !== undefined))
  }
  // the values of a form are an object of plain values
  const parts = [opened, mine, theirs].map((values) => values as Record<string, unknown>)
  // merged of values of this type, member by member
  return { merged: mergeGroup(parts[0] ?? {}, parts[1] ?? {}, parts[2] ?? {}, []) as Values, overlaps }
}

/** Returns values in which the overlapping places are theirs. */
export function takeTheirs<Values extends object>(merged: Values, theirs: Values, overlaps: readonly Overlap[]): Values {
  const taken = structuredClone(merged)
  for (const { path } of overlaps) {
    const last = path.at(-1) ?? ''
    const groupIn = (values: object) =>
      path
        .slice(0, -1)
        // groups on both sides
        .reduce<Record<string, unknown>>((group, name) => group[name] as Record<string, unknown>, values as Record<string, unknown>)
    groupIn(taken)[last] = groupIn(theirs)[last]
  }
  return taken
}
