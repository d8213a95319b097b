import { countryCodeOf } from './country-codes.ts'
import { EU_COUNTRIES } from './market-country.ts'
import { plainPostalCode } from './postal-code.ts'
import { territoryAt } from './territories.ts'

/** A place where goods leave or arrive. `country` has two letters, `state` is a code or ''. */
export interface Place {
  country: string
  state: string
  postalCode: string
}

/** Postal codes of Northern Ireland, which is in the VAT territory for goods only. */
const NORTHERN_IRELAND = /^BT\d/

/**
 * Territory of a place for taxes. `eu` is the VAT territory of the European Union; `outside` is a part of a country without a code of its
 * own where neither rates nor registrations of that country count. `country` is the one whose taxes count, which may be another one than in
 * the address.
 */
export interface TaxTerritory {
  kind: 'us' | 'eu' | 'northern-ireland' | 'outside' | 'other'
  country: string
}

/** Returns where a place is for taxes. */
export function territoryOf(place: Omit<Place, 'state'> & { state?: string }): TaxTerritory {
  const { country, postalCode } = place
  const territory = territoryAt(place)
  const counted = territory ? (territory.taxedAs ?? territory.own) : country
  if (counted === null) return { kind: 'outside', country }
  if (counted === 'US') return { kind: 'us', country: counted }
  if (country === 'GB' && NORTHERN_IRELAND.test(plainPostalCode(postalCode, country))) return { kind: 'northern-ireland', country: counted }
  return { kind: EU_COUNTRIES.includes(counted) ? 'eu' : 'other', country: counted }
}

/** Place that products of a business leave from: its address to send from, else its own. */
export function dispatchPlace({ dispatch, country, postalCode }: { dispatch: Place | null; country: string; postalCode: string }): Place {
  if (dispatch) return { country: dispatch.country, state: dispatch.state, postalCode: dispatch.postalCode }
  return { country: countryCodeOf(country), state: '', postalCode }
}
