import type { Currency } from './money.ts'

/** Where a seller is paid: an IBAN, an account of a bank of the United States, or both; nulls where there is none. */
export interface BankAccount {
  /** As its bank knows the owner. */
  holder: string
  iban: string | null
  routingNumber: string | null
  accountNumber: string | null
}

/** Characters of an IBAN, by its country (ISO 13616 registry). */
const IBAN_LENGTHS: Readonly<Record<string, number>> = {
  ...{ AD: 24, AE: 23, AL: 28, AT: 20, AZ: 28, BA: 20, BE: 16, BG: 22, BH: 22, BI: 27, BR: 29, BY: 28, CH: 21, CR: 22, CY: 28, CZ: 24 },
  ...{ DE: 22, DJ: 27, DK: 18, DO: 28, EE: 20, EG: 29, ES: 24, FI: 18, FK: 18, FO: 18, FR: 27, GB: 22, GE: 22, GI: 23, GL: 18, GR: 27 },
  ...{ GT: 28, HN: 28, HR: 21, HU: 28, IE: 22, IL: 23, IQ: 23, IS: 26, IT: 27, JO: 30, KW: 30, KZ: 20, LB: 28, LC: 32, LI: 21, LT: 20 },
  ...{ LU: 20, LV: 21, LY: 25, MC: 27, MD: 24, ME: 22, MK: 19, MN: 20, MR: 27, MT: 31, MU: 30, NI: 28, NL: 18, NO: 15, OM: 23, PK: 24 },
  ...{ PL: 28, PS: 29, PT: 25, QA: 29, RO: 24, RS: 22, RU: 33, SA: 24, SC: 31, SD: 18, SE: 24, SI: 19, SK: 24, SM: 27, SO: 23, ST: 25 },
  ...{ SV: 28, TL: 23, TN: 24, TR: 26, UA: 29, VA: 22, VG: 24, XK: 20, YE: 30 },
}

/** A bank's number as it is stored: without spaces and hyphens, in upper case. */
export function bareNumber(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase()
}

/** Says whether a bare number is an IBAN: a country that has them, its length, and the check digits (ISO 7064 MOD 97-10). */
export function isIban(bare: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(bare) || bare.length !== IBAN_LENGTHS[bare.slice(0, 2)]) return false
  const turned = bare.slice(4) + bare.slice(0, 4)
  return [...turned].reduce((rest, character) => Number(`${rest}${Number.parseInt(character, 36)}`) % 97, 0) === 1
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
