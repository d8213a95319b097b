import { plainPostalCode } from './postal-code.ts'

/** Member states of the European Union. */
export const EU_COUNTRIES: readonly string[] = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

/** A place where goods leave or arrive. `country` has two letters, `state` is a code or ''. */
export interface Place {
  country: string
  state: string
  postalCode: string
}

/**
 * The first characters of postal codes that belong to a member state, but not to the VAT territory (Directive 2006/112/EC Art. 6): Canary Islands, Ceuta,
 * Melilla, Åland, Büsingen, Helgoland, Livigno, Campione, Athos and the French overseas departments.
 */
const OUTSIDE: Readonly<Record<string, RegExp>> = {
  ES: /^(35|38|51|52)/,
  FI: /^22/,
  DE: /^(78266|27498)/,
  IT: /^(23041|22061)/,
  GR: /^63086/,
  FR: /^9(7|8[1-9])/, // 980 is Monaco
}

/** Countries whose addresses count as those of another one: Monaco as France (Art. 7). */
const COUNTED_AS: Readonly<Record<string, string>> = { MC: 'FR' }

/** Postal codes of Northern Ireland, which is in the VAT territory for goods only. */
const NORTHERN_IRELAND = /^BT\d/

/**
 * Territory of a place for taxes. `eu` is the VAT territory of the European Union; `outside` is a part of a member state that is not in it, so that
 * neither rates nor registrations of the member state count there.
 */
export interface TaxTerritory {
  kind: 'us' | 'eu' | 'northern-ireland' | 'outside' | 'other'
  country: string
}

/** Returns where a place is for taxes. */
export function territoryOf({ country, postalCode }: Pick<Place, 'country' | 'postalCode'>): TaxTerritory {
  const own = COUNTED_AS[country] ?? country
  const code = plainPostalCode(postalCode, country)
  if (own === 'US') return { kind: 'us', country: own }
  if (own === 'GB' && NORTHERN_IRELAND.test(code)) return { kind: 'northern-ireland', country: own }
  if (!EU_COUNTRIES.includes(own)) return { kind: 'other', country: own }
  return { kind: country === own && OUTSIDE[own]?.test(code) ? 'outside' : 'eu', country: own }
}
