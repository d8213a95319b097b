const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const OTHER_NAMES: Readonly<Record<string, string>> = {
  usa: 'US',
  'united states of america': 'US',
  uk: 'GB',
  'great britain': 'GB',
  holland: 'NL',
}

/** The two letters (ISO 3166) of a country as a profile names it, in English; null where they are not known. */
export function countryCode(name: string): string | null {
  const wanted = name.trim().toLowerCase()
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  if (OTHER_NAMES[wanted]) return OTHER_NAMES[wanted]
  const code = codes.find((one) => names.of(one) && (one.toLowerCase() === wanted || names.of(one)?.toLowerCase() === wanted))
  return code ? (new Intl.Locale(`und-${code}`).region ?? null) : null // codes of former countries give today's
}
