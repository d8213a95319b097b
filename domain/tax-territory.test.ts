import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { business, consumer, decide, line, placed, registered, SETUP, withVatId } from '#server/testing/tax-cases.ts'
import type { TaxSetup } from './decide-tax.ts'
import { EU_COUNTRIES } from './market-country.ts'
import { territoryOf } from './tax-territory.ts'
import { TERRITORIES, territoryAt } from './territories.ts'

/** A shop that is registered in every country whose codes these places use. */
const PARENTS = ['AU', 'CH', 'CN', 'DE', 'DK', 'ES', 'FI', 'FR', 'GB', 'GR', 'IT', 'NL', 'NO', 'PT']
const rate = (country: string) => ({ ...SETUP.rules[0], country, rate: 100_000, postcodeFrom: null, postcodeTo: null })
const EVERYWHERE: TaxSetup = {
  ...SETUP,
  rules: [...SETUP.rules, ...['AU', 'CN'].map(rate)] as TaxSetup['rules'],
  registrations: [...PARENTS.map((country) => registered('domestic', country)), registered('oss', 'IE')],
}
const taxAt = (country: string, postalCode: string, state = '') =>
  decide(consumer, line('IE', placed(country, postalCode, state)), EVERYWHERE)

/* The list of the Commission (docs/territories.md), and its neighbors, each place by each code that its addresses have. */
const WITHOUT_TAX_OF_THE_COUNTRY: readonly [name: string, country: string, postalCode: string][] = [
  ['Faroe Islands', 'DK', '3800'],
  ['Faroe Islands', 'FO', '100'],
  ['Greenland', 'DK', '3900'],
  ['Greenland', 'GL', '3952'],
  ['Åland', 'FI', '22100'],
  ['Åland', 'AX', 'AX-22100'],
  ['Guadeloupe', 'FR', '97100'],
  ['Guadeloupe', 'GP', '97190'],
  ['Martinique', 'FR', '97200'],
  ['Martinique', 'MQ', '97200'],
  ['French Guiana', 'FR', '97300'],
  ['French Guiana', 'GF', '97300'],
  ['Réunion', 'FR', '97400'],
  ['Réunion', 'RE', '97490'],
  ['Mayotte', 'FR', '97600'],
  ['Mayotte', 'YT', '97600'],
  ['Saint Martin', 'FR', '97150'],
  ['Saint Martin', 'FR', '97800'],
  ['Saint Martin', 'MF', '97150'],
  ['Saint Barthélemy', 'FR', '97133'],
  ['Saint Barthélemy', 'BL', '97700'],
  ['Saint Pierre and Miquelon', 'FR', '97500'],
  ['Saint Pierre and Miquelon', 'PM', '97500'],
  ['Southern Territories', 'FR', '98413'],
  ['Wallis and Futuna', 'FR', '98600'],
  ['Wallis and Futuna', 'WF', '98600'],
  ['French Polynesia', 'FR', '98713'],
  ['French Polynesia', 'PF', '98714'],
  ['New Caledonia', 'FR', '98800'],
  ['New Caledonia', 'NC', '98800'],
  ['Heligoland', 'DE', 'D-27498'],
  ['Mount Athos', 'GR', '630 86'],
  ['Livigno', 'IT', '23041'],
  ['Campione d’Italia', 'IT', '22061'],
  ['San Marino', 'IT', '47890'],
  ['San Marino', 'SM', '47895'],
  ['Vatican City', 'IT', '00120'],
  ['Vatican City', 'VA', '00120'],
  ['Ceuta', 'ES', '51001'],
  ['Melilla', 'ES', '52006'],
  ['Canary Islands', 'ES', '35001'],
  ['Canary Islands', 'ES', '38001'],
  ['Bonaire', 'BQ', ''],
  ['Aruba', 'AW', ''],
  ['Curaçao', 'CW', ''],
  ['Sint Maarten', 'SX', ''],
  ['Andorra', 'AD', 'AD500'],
  ['Jersey', 'GB', 'JE2 3AB'],
  ['Jersey', 'JE', 'JE2 3AB'],
  ['Guernsey', 'GB', 'GY1 1AA'],
  ['Guernsey', 'GG', 'gy11aa'],
  ['Gibraltar', 'GB', 'GX11 1AA'],
  ['Gibraltar', 'GI', 'GX11 1AA'],
  ['Falkland Islands', 'GB', 'FIQQ 1ZZ'],
  ['Saint Helena', 'GB', 'STHL 1ZZ'],
  ['Ascension', 'GB', 'ASCN 1ZZ'],
  ['Tristan da Cunha', 'GB', 'TDCU 1ZZ'],
  ['Turks and Caicos', 'GB', 'TKCA 1ZZ'],
  ['Pitcairn', 'GB', 'PCRN 1ZZ'],
  ['Samnaun', 'CH', '7563'],
  ['Svalbard', 'NO', '9170'],
  ['Svalbard', 'SJ', '9170'],
  ['Jan Mayen', 'NO', '8099'],
  ['Norfolk Island', 'AU', '2899'],
  ['Norfolk Island', 'NF', '2899'],
  ['Christmas Island', 'AU', '6798'],
  ['Cocos Islands', 'AU', '6799'],
  ['Hong Kong', 'CN', '999077'],
  ['Macao', 'CN', '999078'],
]

test.each(WITHOUT_TAX_OF_THE_COUNTRY)(
  'T4.17 %s (%s %s) is exported to, although the shop is registered in the country of the codes',
  (_name, country, code) => {
    expect(taxAt(country, code)).toBe('T4.17 export 0')
    expect(decide(withVatId('FR'), line('IE', placed(country, code)), EVERYWHERE)).toBe('T4.17 export 0')
  },
)

test.each([
  ['Monaco', 'MC', '98000', 'T4.12 oss 20'],
  ['Monaco', 'FR', '98000', 'T4.12 oss 20'],
  ['the Isle of Man', 'IM', 'IM1 1AA', 'T4.16 domestic 20'],
  ['the Isle of Man', 'GB', 'IM1 1AA', 'T4.16 domestic 20'],
  ['Liechtenstein', 'LI', '9490', 'T4.16 domestic 8.1'],
  ['Liechtenstein', 'CH', '9498', 'T4.16 domestic 8.1'],
  ['Büsingen', 'DE', '78266', 'T4.16 domestic 8.1'],
  ['Büsingen', 'CH', '8238', 'T4.16 domestic 8.1'],
  ['Akrotiri', 'CY', '4640', 'T4.12 oss 19'],
  ['Madeira', 'PT', '9000-100', 'T4.12 oss 22'],
  ['the Azores', 'PT', '9500-321', 'T4.12 oss 16'],
  ['the Balearic Islands', 'ES', '07001', 'T4.12 oss 21'],
  ['Corsica', 'FR', '20000', 'T4.12 oss 20'],
  ['Jungholz', 'AT', '6691', 'T4.12 oss 19'],
  ['Büsum, not Büsingen', 'DE', '25761', 'T4.12 oss 19'],
  ['Scotland', 'GB', 'IV1 1AA', 'T4.16 domestic 20'],
  ['Guildford, not Guernsey', 'GB', 'GU1 1AA', 'T4.16 domestic 20'],
  ['Tromsø, not Svalbard', 'NO', '9006', 'T4.16 domestic 25'],
  ['Lord Howe Island', 'AU', '2898', 'T4.16 domestic 10'],
  ['Bornholm', 'DK', '3700', 'T4.12 oss 25'],
  ['Ierissos, before Athos', 'GR', '630 75', 'T4.12 oss 24'],
  ['Sant’Agata, before San Marino', 'IT', '47866', 'T4.12 oss 22'],
  ['Puerto Rico', 'PR', '00901', 'T4.2 us_flat 8'],
  ['Guam', 'US', '96910', 'T4.2 us_flat 8'],
  ['a military post office', 'US', '09012', 'T4.2 us_flat 8'],
  ['Palau', 'US', '96940', 'T4.17 export 0'],
  ['the Marshall Islands', 'US', '96960', 'T4.17 export 0'],
  ['Micronesia', 'FM', '96941', 'T4.17 export 0'],
])('T4 %s (%s %s) is taxed as %s', (_name, country, code, expected) => {
  expect(taxAt(country, code)).toBe(expected)
})

test('T4 a place is the same whatever code its address has', () => {
  const owned = TERRITORIES.filter(({ own }) => own !== null)
  expect(owned.length).toBeGreaterThan(40)
  for (const { own, within, codes, name } of owned) {
    for (const code of codes) {
      const digits = within === 'GB' ? `${code}${code.length === 2 ? '1' : ''} 1ZZ` : code.padEnd(5, '0').slice(0, code.length > 5 ? 6 : 5)
      const there = within === 'US' ? placed('US', '', code) : placed(within, digits)
      expect([name, digits, territoryOf(there)]).toEqual([name, digits, territoryOf(placed(own ?? '', ''))])
    }
  }
})

test('T4.6 what leaves from a place outside of the territory comes from outside; from Monaco it does not', () => {
  const berlin = placed('DE', '10115')
  const from = (country: string, code: string) => decide(consumer, line('IE', berlin, { dispatch: placed(country, code) }))
  for (const [, country, code] of WITHOUT_TAX_OF_THE_COUNTRY.filter(([, each]) => EU_COUNTRIES.includes(each)))
    expect([country, code, from(country, code)]).toEqual([country, code, expect.stringMatching(/^T4.6 refused/)])
  expect(from('MC', '98000')).toBe('T4.12 oss 19')
  expect(decide(business, line('IE', berlin, { dispatch: placed('LI', '9490') }))).toBe('T4.7 export_to_eu 0')
})

test('T4.16 a country has its own rate, and none of the country whose codes it has', () => {
  const own = { ...EVERYWHERE, rules: [...EVERYWHERE.rules, { ...rate('JE'), rate: 50_000 }] as TaxSetup['rules'] }
  const setup = { ...own, registrations: [registered('domestic', 'GB'), registered('domestic', 'JE')] }
  for (const country of ['GB', 'JE']) expect(decide(consumer, line('IE', placed(country, 'JE2 3AB')), setup)).toBe('T4.16 domestic 5')
})

test('docs/territories.md has each territory with its codes and its source', () => {
  const page = readFileSync(new URL('../docs/territories.md', import.meta.url), 'utf8')
  for (const { name, within, codes, own } of TERRITORIES)
    expect(page).toContain(`| ${name.replace(/^(the|a) /, '')} | ${own ?? ''} | ${within} ${codes.join(', ')} |`)
  for (const { source } of TERRITORIES) expect(page).toContain(source)
  expect(page.match(/^\| /gm)?.length, 'no row more').toBe(TERRITORIES.length + 1)
})

test('a postal code that two rows begin is of the longer one', () => {
  const nameOf = (country: string, postalCode: string) => territoryAt({ country, postalCode })?.name
  expect(['97110', '97133', '97150'].map((code) => nameOf('FR', code))).toEqual(['Guadeloupe', 'Saint Barthélemy', 'Saint Martin'])
})
