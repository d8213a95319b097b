import { lookupKey } from '#domain/text.ts'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const OTHER_NAMES: Readonly<Record<string, string>> = {
  usa: 'US',
  'united states of america': 'US',
  uk: 'GB',
  'great britain': 'GB',
  holland: 'NL',
}

/** Codes by name, of all countries that have one, made once. */
let byName: ReadonlyMap<string, string> | null = null

function readNames(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const known = new Map(Object.entries(OTHER_NAMES))
  for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    const name = names.of(code)
    const today = name && new Intl.Locale(`und-${code}`).region // codes of former countries give today's
    if (!today) continue
    for (const key of [code, name]) if (!known.has(key.toLowerCase())) known.set(key.toLowerCase(), today)
  }
  return known
}

/** The two letters (ISO 3166) of a country as a profile names it, in English; null where they are not known. */
export function countryCode(name: string): string | null {
  byName ??= readNames()
  return byName.get(lookupKey(name)) ?? null
}

/** The English name of a country by its code; the code where it has none. */
export function countryName(code: string): string {
  names ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
  return names.of(code) ?? code
}

let names: Intl.DisplayNames | null = null
