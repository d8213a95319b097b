/** Reference rates of a day: units of a currency for one euro. */
interface ReferenceRates {
  /** Day like 2026-11-27. */
  day: string
  rates: { currency: string; perEur: number }[]
}

const ADDRESS = '/stats/eurofxref/eurofxref-daily.xml'
const MAX_BYTES = 100_000
const TIMEOUT_MS = 20_000

/**
 * Reads the document of a day: one element with its time, and one for each currency.
 * @returns null for any other document, or a part of one
 */
function readReferenceRates(xml: string): ReferenceRates | null {
  if (!/<\/(?:\w+:)?Envelope>\s*$/.test(xml)) return null
  const day = /<Cube\s+time=['"](\d{4}-\d{2}-\d{2})['"]/.exec(xml)?.[1]
  const rates = [...xml.matchAll(/<Cube\s+currency=['"]([A-Z]{3})['"]\s+rate=['"](\d{1,6}(?:\.\d{1,6})?)['"]/g)].map(
    ([, currency = '', rate]) => ({ currency, perEur: Number(rate) }),
  )
  const isWhole = rates.length === xml.split(/<Cube\s+currency/).length - 1
  return day && isWhole && rates.length > 0 && rates.every(({ perEur }) => perEur > 0) ? { day, rates } : null
}

/**
 * Fetches the newest reference rates of the European Central Bank.
 * @throws Error when it does not answer, or answers something else
 */
export async function fetchReferenceRates(base: string): Promise<ReferenceRates> {
  const response = await fetch(`${base}${ADDRESS}`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`The European Central Bank answered ${response.status}`)
  const rates = readReferenceRates((await response.text()).slice(0, MAX_BYTES))
  if (!rates) throw new Error('The European Central Bank answered no reference rates')
  return rates
}
