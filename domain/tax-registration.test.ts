import { expect, test } from 'vitest'
import { business, consumer, IRISH, line, placed, registered, SETUP, short, withVatId } from '#server/testing/tax-cases.ts'
import { decideTax } from './decide-tax.ts'

const EVERYWHERE = ['IE', 'DE', 'FR', 'SE', 'PL', 'GB', 'CH', 'NO', 'CA']
const setup = {
  ...SETUP,
  registrations: [...EVERYWHERE.map((country) => registered('domestic', country)), registered('oss', 'IE'), registered('ioss', 'IE')],
}
const withoutOss = { ...setup, registrations: setup.registrations.filter(({ scheme }) => scheme === 'domestic') }
const below = {
  ...SETUP,
  registrations: EVERYWHERE.slice(0, 5).map((country) => registered('domestic', country, { isBelowThreshold: true })),
}
const inUnion = ['IE', 'DE', 'FR', 'SE', 'PL', 'MC']
const outside = ['GB', 'CH', 'NO', 'CA']
const own = (from: string, to: string) =>
  decideTax(
    { ...setup, sellerOfRecord: 'seller' },
    consumer,
    line(from, placed(to), {
      seller: {
        ...IRISH,
        country: from,
        vatScheme: 'small_business',
        registrations: [registered('domestic', from), registered('domestic', 'XX')],
      },
    }),
  )
const rows: [
  name: string,
  from: readonly string[],
  decided: (from: string) => ReturnType<typeof decideTax>,
  expected: (from: string) => string | null,
][] = [
  [
    'export to Australia',
    [...inUnion, ...outside],
    (from) => decideTax(setup, business, line(from, placed('AU'))),
    (from) => `${from === 'MC' ? 'FR' : from}-domestic`,
  ],
  [
    'export to the Canary Islands',
    inUnion,
    (from) => decideTax(setup, consumer, line(from, placed('ES', '35001'))),
    (from) => `${from === 'MC' ? 'FR' : from}-domestic`,
  ],
  [
    'export by those who are registered elsewhere only',
    ['ES', 'IT', 'US'],
    (from) => decideTax(setup, business, line(from, placed('AU'))),
    () => null,
  ],
  [
    'export from Tenerife',
    ['IE'],
    () =>
      decideTax(
        { ...setup, registrations: [registered('domestic', 'ES')] },
        business,
        line('ES', placed('AU'), { dispatch: placed('ES', '38001') }),
      ),
    () => null,
  ],
  ['import for a business', outside, (from) => decideTax(setup, business, line(from, placed('DE', '10115'))), (from) => `${from}-domestic`],
  ['import for a consumer', outside, (from) => decideTax(setup, consumer, line(from, placed('DE', '10115'))), () => 'IE-ioss'],
  [
    'intra-Community supply',
    inUnion,
    (from) => decideTax(setup, withVatId('AT'), line(from, placed('AT'))),
    (from) => `${from === 'MC' ? 'FR' : from}-domestic`,
  ],
  ['one-stop shop', inUnion, (from) => decideTax(setup, consumer, line(from, placed('FI', '00100'))), () => 'IE-oss'],
  [
    'domestic',
    ['IE', 'DE', 'FR', 'SE', 'PL'],
    (from) => decideTax(setup, consumer, line(from, placed(from))),
    (from) => `${from}-domestic`,
  ],
  [
    'domestic at the destination',
    ['DE', 'FR', 'SE', 'PL'],
    (from) => decideTax(withoutOss, consumer, line(from, placed('IE'))),
    () => 'IE-domestic',
  ],
  [
    'below the threshold',
    inUnion,
    (from) => decideTax(below, consumer, line(from, placed('FI', '00100'))),
    (from) => `${from === 'MC' ? 'FR' : from}-domestic`,
  ],
  ['small enterprise', ['IE', 'DE', 'FR', 'SE', 'PL'], (from) => own(from, from), (from) => `${from}-domestic`],
  ['elsewhere, with a registration', inUnion, (from) => decideTax(setup, consumer, line(from, placed('NO', '0150'))), () => 'NO-domestic'],
  ['United States', [...inUnion, ...outside], (from) => decideTax(setup, consumer, line(from, placed('US', '60607', 'IL'))), () => null],
]
test.each(rows)('T4 I3 %s from %j is that of the country which the goods leave, or of its scheme', (_, countries, decided, expected) => {
  for (const from of countries) {
    const outcome = decided(from)
    expect([from, outcome.refusal === null && outcome.registration], short(outcome)).toEqual([from, expected(from)])
  }
})
