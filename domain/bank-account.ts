import type { Currency } from './money.ts'
import { normalizeIdentifier } from './text.ts'

/** Account for payouts to a seller: an IBAN, an account at a US bank, or both; the fields of a missing one are null. */
export interface BankAccount {
  /** As its bank knows the owner. */
  holder: string
  iban: string | null
  routingNumber: string | null
  accountNumber: string | null
}

/** Characters of an IBAN, and the countries where it has so many (ISO 13616 registry). */
const COUNTRIES_BY_LENGTH: readonly (readonly [length: number, countries: string])[] = [
  [15, 'NO'],
  [16, 'BE'],
  [18, 'DK FI FK FO GL NL SD'],
  [19, 'MK SI'],
  [20, 'AT BA EE KZ LT LU MN XK'],
  [21, 'CH HR LI LV'],
  [22, 'BG BH CR DE GB GE IE ME RS VA'],
  [23, 'AE GI IL IQ OM SO TL'],
  [24, 'AD CZ ES MD PK RO SA SE SK TN VG'],
  [25, 'LY PT ST'],
  [26, 'IS TR'],
  [27, 'BI DJ FR GR IT MC MR SM'],
  [28, 'AL AZ BY CY DO GT HN HU LB NI PL SV'],
  [29, 'BR EG PS QA UA'],
  [30, 'JO KW MU YE'],
  [31, 'MT SC'],
  [32, 'LC'],
  [33, 'RU'],
]
const IBAN_LENGTHS = new Map(
  COUNTRIES_BY_LENGTH.flatMap(([length, countries]) => countries.split(' ').map((country) => [country, length] as const)),
)

/** A bank's number as it is stored: without spaces and hyphens, in upper case. */
export function bareNumber(typed: string): string {
  return normalizeIdentifier(typed).replace(/[\s-]/g, '').toUpperCase()
}

/** Says whether a bare number is an IBAN: a country that has them, its length, and the check digits (ISO 7064 MOD 97-10). */
export function isIban(bare: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(bare) || bare.length !== IBAN_LENGTHS.get(bare.slice(0, 2))) return false
  const turned = bare.slice(4) + bare.slice(0, 4)
  return [...turned].reduce((rest, character) => Number(`${rest}${Number.parseInt(character, 36)}`) % 97, 0) === 1
}

/** Finds the first IBAN in a text, as a bare number; undefined where there is none. */
export function ibanIn(text: string): string | undefined {
  return [...text.matchAll(/\b[A-Z]{2}\d{2}/g)]
    .map(({ 0: [first, second], index }) => bareNumber(text.slice(index)).slice(0, IBAN_LENGTHS.get(`${first}${second}`)))
    .find(isIban)
}

const ROUTING_WEIGHTS = [3, 7, 1] as const

/** Says whether a bare number is a routing number of a bank of the United States: nine digits, first two assigned, check digit (ABA). */
export function isRoutingNumber(bare: string): boolean {
  if (!/^\d{9}$/.test(bare)) return false
  const start = Number(bare.slice(0, 2))
  const isAssigned = start <= 12 || (start >= 21 && start <= 32) || (start >= 61 && start <= 72) || start === 80
  const sum = [...bare].reduce((total, digit, index) => total + Number(digit) * (ROUTING_WEIGHTS[index % 3] ?? 0), 0)
  return isAssigned && sum > 0 && sum % 10 === 0
}

/** Says whether a bare number can be an account of a bank of the United States: 4 to 17 digits, not all 0 (there is no check digit). */
export function isAccountNumber(bare: string): boolean {
  return /^\d{4,17}$/.test(bare) && /[1-9]/.test(bare)
}

/** A number of which people see only the last four characters, an IBAN also its country: "DE•• •••• 3000"; null for none. */
export function maskNumber(bare: string | null): string | null {
  if (bare === null) return null
  const country = /^[A-Z]{2}/.exec(bare)?.[0]
  return `${country ? `${country}•• ` : ''}•••• ${bare.slice(-4)}`
}

/**
 * Says whether this account can take money of a currency: euros need an IBAN; dollars go to the account in the United States,
 * or by international transfer to the IBAN.
 */
export function canReceive({ iban, routingNumber, accountNumber }: Omit<BankAccount, 'holder'>, currency: Currency): boolean {
  return iban !== null || (currency === 'USD' && routingNumber !== null && accountNumber !== null)
}

/** The numbers that a payout in a currency goes to; nulls where it goes another way. */
export function numbersFor(account: Omit<BankAccount, 'holder'>, currency: Currency): Omit<BankAccount, 'holder'> {
  const isDomestic = currency === 'USD' && account.routingNumber !== null && account.accountNumber !== null
  return isDomestic ? { ...account, iban: null } : { iban: account.iban, routingNumber: null, accountNumber: null }
}
