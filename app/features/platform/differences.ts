/** Field of a record before and after a change; null where it did not exist. */
export interface Difference {
  field: string
  before: string | null
  after: string | null
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** `valueEurCents` gives "value eur cents", `shipping.standard` stays apart. */
const nameOf = (path: string) =>
  path
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()

function wordsOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map((part) => (isRecord(part) ? JSON.stringify(part) : (wordsOf(part) ?? 'none'))).join(', ')
  return typeof value === 'number' ? String(value) : JSON.stringify(value)
}

/** The leaves of a record by their path; anything that is no record is one leaf. */
function leavesOf(value: unknown, path: string): Map<string, unknown> {
  if (!isRecord(value)) return new Map([[path, value]])
  return new Map(Object.entries(value).flatMap(([name, part]) => [...leavesOf(part, path === '' ? name : `${path} › ${name}`)]))
}

/** The fields of an audit entry that have a value before or after, in the order in which they were written. */
export function differencesOf(before: unknown, after: unknown): Difference[] {
  const [old, next] = [before, after].map((value) =>
    isRecord(value) ? leavesOf(value, '') : new Map<string, unknown>(value === null || value === undefined ? [] : [['value', value]]),
  )
  if (!old || !next) return []
  return [...new Set([...old.keys(), ...next.keys()])]
    .map((path) => ({ field: nameOf(path), before: wordsOf(old.get(path)), after: wordsOf(next.get(path)) }))
    .filter((difference) => difference.before !== difference.after)
}
