import { describe, expect, test } from 'vitest'
import {
  area,
  both,
  C,
  charges,
  FREESHIP,
  K,
  L,
  M,
  P,
  Q,
  rate,
  type ShownLine,
  seeded,
  shown,
  T,
  zoneOf,
} from '#server/testing/freight-lines.ts'
import { EU_COUNTRIES } from './market-country.ts'
import { destinationOf, findZone, placeInText, sentFrom } from './shipping-zones.ts'
import { TERRITORIES } from './territories.ts'

describe('X7 seeded rates give the shipping of the golden totals, without tax', () => {
  const IL = { country: 'US', state: 'IL', zip: '60607' }
  const MN = { country: 'US', state: 'MN', zip: '55401' }
  test.each<[id: string, lines: ShownLine[], options: Record<string, unknown>, expected: number[] | string[]]>([
    ['G1', [shown(P, 1, 39_50)], { to: IL, currency: 'USD' }, [9_99]],
    ['G2', [shown(P, 3, 118_50)], { to: IL, currency: 'USD' }, [0]],
    ['G3', [shown(P, 3, 118_50)], { to: IL, currency: 'USD', promo: { type: 'percentage' } }, [0]],
    ['G4', [shown(P, 3, 118_50)], { to: IL, currency: 'USD', promo: { type: 'fixed' } }, [0]],
    ['G5', [shown(P, 2, 79_00)], { to: IL, currency: 'USD', method: 'express', promo: FREESHIP }, [0]],
    ['G6', [shown(M, 1, 12_500_00)], { to: MN, currency: 'USD' }, [0]],
    ['G7', [shown(M, 3, 35_625_00)], { to: MN, currency: 'USD' }, [0]],
    ['G8', [shown(M, 1, 12_500_00), shown(P, 1, 39_50)], { to: MN, currency: 'USD' }, [0, 0]],
    ['G10', [shown(P, 1, 36_90)], { to: IL }, [9_99]],
    ['G11', [shown(M, 1, 12_500_00)], { to: { country: 'US', state: 'HI', zip: '96813' }, currency: 'USD' }, ['M by_quote']],
    ['G15', [shown(P, 1, 43_91)], {}, [9_99]],
    ['G16', [shown(P, 3, 131_73)], {}, [0]],
    ['G17', [shown(P, 3, 131_73)], { promo: { type: 'percentage' } }, [0]],
    ['G18', [shown(P, 3, 131_73)], { promo: { type: 'fixed' } }, [0]],
    ['G19', [shown(P, 3, 110_70)], {}, [0]],
    ['G20, G21', [shown(P, 1, 36_90)], {}, [9_99]],
    ['G22', [shown(L, 1, 15_540_00)], { to: 'FR' }, [289_00]],
    ['G23', [shown(L, 1, 12_950_00)], {}, [289_00]],
    ['G24', [shown(Q, 1, 22_84)], { to: 'FI' }, [9_99]],
    ['G25', [shown(P, 2, 100_34)], { to: 'HU', currency: 'USD' }, [0]],
    ['G26', [shown(C, 1, 5_362_50)], { to: 'SE' }, [149_00]],
    ['G27', [shown(P, 1, 43_91), shown(T, 1, 10_95)], {}, [9_99, 29_90]],
    ['G28', [shown(T, 1, 9_20)], {}, [29_90]],
    ['G29', [shown(P, 1, 36_90)], { to: 'GB' }, [49_90]],
    ['G30', [shown(Q, 1, 18_20)], { to: 'CH' }, [29_90]],
    ['G31', [{ ...shown(K, 1, 17_73), dispatchCountry: 'IE' }], {}, [9_99]],
    ['G32', [shown(P, 1, 36_90), shown(Q, 1, 18_20)], {}, [9_99]],
    ['G33', [shown(P, 1, 43_91), shown(Q, 1, 21_66)], {}, [9_99]],
    ['G34', [{ ...shown(L, 1, 117_00), shippingClass: 'parcel', weightGrams: 5300, packageMm: null }], {}, [0]],
    ['G35, G36', [{ ...shown(L, 1, 150_00), shippingClass: 'parcel', weightGrams: null, packageMm: null }], { method: 'express' }, [19_99]],
    ['G37', [{ ...shown(L, 1, 172_50), shippingClass: 'parcel', weightGrams: null, packageMm: null }], { method: 'express' }, [19_99]],
    ['G38', [shown(P, 2, 94_02)], { currency: 'USD' }, [9_99]],
    ['G39', [shown(P, 1, 36_90)], { to: 'IE' }, [9_99]],
  ])('%s', (_id, lines, options, expected) => {
    expect(charges(lines, options)).toEqual(expected)
  })

  test.each([
    ['AK', '99501'],
    ['HI', '96813'],
    ['PR', '00901'],
    ['VI', '00802'],
    ['GU', '96910'],
    ['AS', '96799'],
    ['MP', '96950'],
  ])('freight to %s is by quote, parcels go as to any state inside the customs territory', (state, zip) => {
    const isInside = ['AK', 'HI', 'PR'].includes(state)
    for (const to of [
      { country: 'US', state },
      { country: 'US', zip },
      { country: 'US', state: '', zip: `${zip}-1234` },
    ]) {
      expect(charges([M], { to })).toEqual(['M by_quote'])
      expect(charges([P], { to })).toEqual(isInside ? [9_99] : ['P no_zone'])
    }
    if (state !== 'AK' && state !== 'HI') expect(charges([M], { to: state })).toEqual(['M by_quote'])
  })

  test('a US address without a state or code gets what the 48 states get', () => {
    expect(charges([M, P], { to: 'US' })).toEqual([0, 9_99])
    expect(charges([M], { to: { country: 'US', state: 'Hawaii' } })).toEqual(['M by_quote'])
    expect(charges([M], { to: { country: 'US', state: 'District of Columbia', zip: '20001' } })).toEqual([0])
  })

  test('limits of a unit count outside of the United States only', () => {
    const long = { ...P, packageMm: { length: 1810, width: 170, height: 210 } }
    const heavy = { ...P, weightGrams: 30_001 }
    const wide = { ...P, packageMm: { length: 1000, width: 800, height: 201 } }
    expect([long, heavy, wide].map((each) => charges([each]))).toEqual([['P too_long'], ['P too_heavy'], ['P too_wide']])
    expect([long, heavy, wide].map((each) => charges([each], { to: 'US' }))).toEqual([[9_99], [9_99], [9_99]])
    expect(charges([{ ...P, packageMm: { length: 1000, width: 800, height: 200 }, weightGrams: 30_000 }])).toEqual([9_99])
  })

  test('freight inside the EU costs by band and is by quote from a ton on; into the EU and elsewhere it is by quote', () => {
    const weighing = (kg: number) => ({ ...L, weightGrams: kg * 1000, packageMm: null })
    expect([1, 99.999, 100, 299, 300, 600, 999].map((kg) => charges([weighing(kg)]))).toEqual(
      [149_00, 149_00, 289_00, 289_00, 449_00, 690_00, 690_00].map((cents) => [cents]),
    )
    expect(charges([weighing(1000)])).toEqual(['L no_band'])
    expect(charges([M])).toEqual(['M no_zone'])
    expect(charges([L], { to: 'CH' })).toEqual(['L no_zone'])
  })

  test('seeded zones name the 27 member states', () => {
    expect([EU_COUNTRIES.length, new Set(EU_COUNTRIES).size]).toEqual([27, 27])
  })
})

describe('3.1 a zone that names a country ends where its customs or tax territory ends', () => {
  const to = (country: string, zip: string, state = '') => ({ to: { country, zip, state } })

  test.each([
    ['New Caledonia', 'FR', '98800'],
    ['French Polynesia', 'FR', '98713'],
    ['Réunion', 'FR', '97400'],
    ['Guadeloupe', 'FR', '97110'],
    ['Saint Barthélemy', 'FR', '97133'],
    ['Mayotte', 'FR', '97600'],
    ['Saint Pierre and Miquelon', 'FR', '97500'],
    ['the Canary Islands', 'ES', '35001'],
    ['Ceuta', 'ES', '51001'],
    ['Melilla', 'ES', '52001'],
    ['Heligoland', 'DE', '27498'],
    ['Büsingen', 'DE', '78266'],
    ['Livigno', 'IT', '23041'],
    ['Campione', 'IT', '22061'],
    ['San Marino', 'IT', '47890'],
    ['Mount Athos', 'GR', '63086'],
    ['Åland', 'FI', '22100'],
    ['Greenland', 'DK', '3900'],
    ['Guam', 'US', '96910'],
    ['American Samoa', 'US', '96799'],
    ['a military post office in Europe', 'US', '09012'],
    ['a ship in the Pacific', 'US', '96662'],
    ['the Marshall Islands', 'US', '96960'],
  ])('%s (%s %s): parcels and machines are by quote, whichever way they would go', (_name, country, zip) => {
    for (const method of ['standard', 'express', 'overnight']) expect(charges([P], { ...to(country, zip), method })).toEqual(['P no_zone'])
    expect(charges([T], to(country, zip)), 'from outside of the European Union').toEqual(['T no_zone'])
    for (const line of [M, L]) expect(charges([line], to(country, zip))[0]).toMatch(/no_zone|by_quote/)
  })

  test.each([
    ['Paris', 'FR', '75001', 289_00],
    ['Corsica', 'FR', '20000', 289_00],
    ['Monaco', 'FR', '98000', 289_00],
    ['Monaco', 'MC', '98000', 289_00],
    ['Palma', 'ES', '07001', 289_00],
    ['the Azores', 'PT', '9500-321', 289_00],
    ['Turku', 'FI', '20100', 289_00],
  ])('%s (%s %s) is inside', (_name, country, zip, cents) => {
    expect(charges([P], to(country, zip))).toEqual([9_99])
    expect(charges([L], to(country, zip))).toEqual([cents])
  })

  test('a country that no zone names goes on as before, with what belongs to it', () => {
    for (const [country, zip] of [
      ['GB', 'JE2 3AB'],
      ['GB', 'SW1A 1AA'],
      ['NO', '9170'],
      ['LI', '9490'],
      ['AU', '2899'],
    ] as const)
      expect([country, zip, charges([Q], to(country, zip))]).toEqual([country, zip, [29_90]])
  })

  test('a zone that names the place has it: by its own code, or by its postal codes', () => {
    const islands = zoneOf([rate({ priceCents: both(59_00) })], { areas: [area('RE'), area('NC')], name: 'Islands', id: 'islands' })
    const codes = zoneOf([rate({ priceCents: both(69_00) })], { areas: [area('FR', { postcodeFrom: '974' })], name: 'Codes', id: 'codes' })
    const guam = zoneOf([rate({ priceCents: both(79_00) })], { areas: [area('US', { state: 'GU' })], name: 'Guam', id: 'guam' })
    const price = (zones: unknown[], country: string, zip: string) => charges([P], { ...to(country, zip), zones: [...seeded, ...zones] })
    for (const [country, zip] of [
      ['FR', '97400'],
      ['RE', '97400'],
      ['FR', '98800'],
      ['NC', '98800'],
    ] as const)
      expect([country, zip, price([islands], country, zip)]).toEqual([country, zip, [59_00]])
    for (const country of ['FR', 'RE']) expect([country, price([codes, islands], country, '97400')]).toEqual([country, [69_00]])
    for (const country of ['US', 'GU']) expect([country, price([guam], country, '96910')]).toEqual([country, [79_00]])
    expect(price([islands], 'FR', '97200')).toEqual(['P no_zone'])
  })

  test.each(
    TERRITORIES.flatMap(({ own, within, codes, name }) => (own === null ? [] : codes.map((code) => [name, within, code, own] as const))),
  )('%s has one answer, whether its address says %s (%s) or %s, in a shop with any zones', (_name, within, code, own) => {
    const zip = within === 'US' ? '' : /^[A-Z]+$/.test(code) ? `${code}1 1AA` : code
    const [byCodes, byOwn] = [
      { country: within, state: within === 'US' ? code : '', zip },
      { country: own, state: '', zip },
    ].map(destinationOf)
    const zonesOf = (...countries: string[]) =>
      countries.map((country) => zoneOf([rate()], { areas: [area(country)], name: country, id: country }))
    for (const countries of [['*'], [within], [own], [within, '*'], [own, '*'], [within, own], [within, own, '*'], ['JP', '*'], ['JP']]) {
      const found = [byCodes, byOwn].map(
        (to) => to && (findZone(zonesOf(...countries), { class: 'parcel', businessId: 'b', dispatchCountry: 'JP', to })?.name ?? 'quote'),
      )
      expect(found, countries.join()).toEqual([found[0], found[0]])
    }
  })

  test('what is sent from such a place is not sent from the country', () => {
    const place = (country: string, postalCode: string) => ({ country, state: '', postalCode })
    expect(['35001', '28001'].map((code) => sentFrom(place('ES', code)))).toEqual(['', 'ES'])
    expect([sentFrom(place('FR', '97400')), sentFrom(place('MC', '98000')), sentFrom(place('LI', '9490'))]).toEqual(['RE', 'FR', 'CH'])
    expect(charges([{ ...P, dispatchCountry: sentFrom(place('ES', '35001')) }], { to: 'ES' }), 'into the EU, 10 kg').toEqual([49_90])
  })

  test('a sentence names the place that it is about', () => {
    const named = (country: string, zip: string, state = '') => placeInText(destinationOf({ country, zip, state }), seeded)
    expect([named('US', '99501'), named('US', '60607'), named('US', '', 'HI'), named('US', '96910'), named('US', '09012')]).toEqual([
      'Alaska',
      'the United States',
      'Hawaii',
      'Guam',
      'a military post office',
    ])
    expect([named('FR', '98800'), named('ES', '35001'), named('FI', '22100'), named('FR', '75001'), named('GB', 'JE2 3AB')]).toEqual([
      'New Caledonia',
      'the Canary Islands',
      'the Åland Islands',
      'France',
      'Jersey',
    ])
    const highlands = zoneOf([], { areas: [area('GB', { postcodeFrom: 'IV' })] })
    expect(placeInText(destinationOf({ country: 'GB', zip: 'iv26tu' }), [highlands])).toBe('IV2 6TU, United Kingdom')
  })
})
