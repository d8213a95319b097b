import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bareNumber, isIban } from './bank-account.ts'
import { trackingPage } from './carriers.ts'
import { countryCodeOf } from './country-codes.ts'
import { customerErrors } from './customer.ts'
import { toMinor } from './money.ts'
import { isPostalCode, plainPostalCode } from './postal-code.ts'
import { slugify } from './product.ts'
import { readFacts } from './product-facts.ts'
import { normalizeCode } from './promotion.ts'
import { normalizeText } from './search/words.ts'
import { normalizeRecoveryCode } from './second-factor.ts'
import { rowText } from './specification.ts'
import { stateCode } from './states.ts'
import { lookupKey, normalizeIdentifier } from './text.ts'
import { readNumber } from './units.ts'
import { normalizeEmail } from './user.ts'
import { checkNewUser } from './user-rules.ts'
import { normalizeVatId } from './vat-id.ts'

/** Characters that nobody sees: zero-width, soft hyphen, marks of direction, joiners, fillers, a variation selector, a tag. */
const UNSEEN = [
  ...'\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f\u202a\u202c\u2066\u2069\u061c\u180e\u034f\u3164\u115f\ufe0f',
  '\u{e0041}',
]
const wide = (text: string) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).replaceAll(' ', '\u3000')

/** Returns a text in every shape in which phones, word processors and other keyboards write it. */
function shapesOf(text: string): string[] {
  const inside = UNSEEN.flatMap((sign) => [`${sign}${text}`, `${text}${sign}`, `${text.slice(0, 2)}${sign}${text.slice(2)}`])
  const dashes = [...'\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d'].map((dash) => text.replaceAll('-', dash))
  return [...inside, ...dashes, wide(text), `\u00a0${text}\u3000`, `\u202a${wide(text)}\u202c`]
}

const facts = (typed: Parameters<typeof readFacts>[0]) => JSON.stringify(readFacts(typed, 'UTC'))
const LENGTH = { kind: 'number', unit: 'mm', decimals: 0, choices: [] } as const
const CHOICE = { kind: 'choice', unit: null, decimals: 0, choices: [{ value: '230-v', label: '230 V' }] } as const
const BUYER = {
  firstName: 'Ann',
  lastName: 'Lee',
  address: '1 Main St',
  city: 'Berlin',
  country: 'DE',
  state: '',
  zipCode: '10115',
  email: 'ann@example.com',
}

const READ: readonly [what: string, text: string, read: (text: string) => unknown][] = [
  ['email', 'Ann.Lee@example.com', normalizeEmail],
  ['email of a new user', 'ann@example.com', (email) => JSON.stringify(checkNewUser({ name: 'Ann', email, password: 'cardboard' }))],
  ['promo code', 'SPRING-10', normalizeCode],
  ['VAT id', 'DE123456788', normalizeVatId],
  ['VAT id of Greece', 'GR123456783', normalizeVatId],
  ['postal code', 'SW1A 1AA', (code) => `${plainPostalCode(code, 'GB')} ${isPostalCode(code, 'GB')}`],
  ['postal code of Japan', '100-0001', (code) => `${plainPostalCode(code, 'JP')} ${isPostalCode(code, 'JP')}`],
  ['postal code of Poland', '00-001', (code) => `${plainPostalCode(code, 'PL')} ${isPostalCode(code, 'PL')}`],
  ['state', 'il', (state) => stateCode('US', state)],
  ['country', 'Germany', countryCodeOf],
  ['IBAN', 'DE89 3704 0044 0532 0130 00', (typed) => `${bareNumber(typed)} ${isIban(bareNumber(typed))}`],
  ['recovery code', 'ABC123-DEF456', normalizeRecoveryCode],
  ['tracking number', '1Z999AA10123456784', (number) => trackingPage('UPS', number)?.url],
  ['carrier', 'FedEx', (carrier) => trackingPage(carrier, '123456789012')?.url],
  ['amount', '149.90', toMinor],
  ['number', '1,000', readNumber],
  ['negative number', '-40', readNumber],
  ['SKU', 'AB-0007', (sku) => facts({ sku })],
  ['MPN', 'XK-420/B', (mpn) => facts({ mpn })],
  ['GTIN', '4006381333931', (gtin) => facts({ gtin })],
  ['HS code', '8441.30', (hsCode) => facts({ hsCode })],
  ['country of origin', 'de', (originCountry) => facts({ originCountry })],
  ['weight', '12.5', (weight) => facts({ weight })],
  ['sale unit', 'roll', (saleUnit) => facts({ saleUnit })],
  ['first day of a sale', '2026-11-30', (saleFrom) => facts({ saleFrom })],
  ['email for product safety', 'ann@example.com', (email) => facts({ safety: { manufacturer: { name: 'A', address: 'B', email } } })],
  ['slug', 'ecomat-500', slugify],
  ['search', 'ecomat-500 silent', normalizeText],
  ['typed length', '430 mm', (typed) => JSON.stringify(rowText(typed, LENGTH))],
  ['typed choice', '230 V', (typed) => JSON.stringify(rowText(typed, CHOICE))],
  ['email of a buyer', 'ann@example.com', (email) => JSON.stringify(customerErrors({ ...BUYER, email }))],
  ['postal code of a buyer', '10115', (zipCode) => JSON.stringify(customerErrors({ ...BUYER, zipCode }))],
  ['VAT id of a buyer', 'DE123456788', (vatId) => JSON.stringify(customerErrors({ ...BUYER, buyerKind: 'business', vatId }))],
]

describe('4.2 what is compared, counted or looked up', () => {
  test.each(READ)('%s: %j is the same however it was written', (_, text, read) => {
    const plain = read(text)
    const differing = shapesOf(text).filter((shape) => read(shape) !== plain)
    expect(differing).toEqual([])
  })

  test('normalizing twice is normalizing once, for every character of the first planes', () => {
    const differing: string[] = []
    for (let code = 0; code < 0x2_0000; code += 1) {
      if (code >= 0xd800 && code < 0xe000) continue
      const once = normalizeIdentifier(`a${String.fromCodePoint(code)}1`)
      const key = lookupKey(once)
      if (normalizeIdentifier(once) !== once || lookupKey(key) !== key) differing.push(code.toString(16))
    }
    expect(differing).toEqual([])
  })

  test('normalizing twice is normalizing once, for every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
        expect(lookupKey(lookupKey(text))).toBe(lookupKey(text))
      }),
    )
  })

  test('letters of every language stay', () => {
    for (const text of ['Łódź', 'Αθήνα', 'Şükrü', 'ﻣﺤﻤﺪ'.normalize('NFKC'), '東京', 'user+tag@exämple.de', 'O’Neill']) {
      expect(normalizeIdentifier(text)).toBe(text)
    }
  })
})
