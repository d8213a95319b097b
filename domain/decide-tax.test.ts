import { describe, expect, test } from 'vitest'
import {
  business,
  buyerOf,
  CERTIFICATE,
  consumer,
  DEMO,
  decide,
  decisionOf,
  IN_STATES,
  IRISH,
  line,
  placed,
  registered,
  SETUP,
  short,
  withVatId,
} from '#server/testing/tax-cases.ts'
import { decideTax, type TaxedLine, type TaxSeller, type TaxSetup } from './decide-tax.ts'
import { saysDuty } from './duty-text.ts'
import { taxLabel } from './tax-decision.ts'
import { SEEDED_RATES } from './tax-rates.ts'

const bySeller = (seller: Partial<TaxSeller> = {}): [TaxSetup, Partial<TaxedLine>] => [
  { ...SETUP, sellerOfRecord: 'seller' },
  { seller: { ...IRISH, ...seller } },
]

const ILLINOIS = placed('US', '60607', 'IL')
const TEXAS = placed('US', '78701', 'TX')
const OREGON = placed('US', '97201', 'OR')
const BERLIN = placed('DE', '10115')

describe('to the United States', () => {
  const holder = buyerOf('business', { certificates: [CERTIFICATE] })

  test('T4.1 an accepted certificate for the state exempts, up to its last day', () => {
    const outcome = decideTax(SETUP, holder, line('IE', ILLINOIS))
    expect(outcome).toMatchObject({ row: 'T4.1', certificate: 'IL-7788' })
    expect(decisionOf(outcome)).toMatchObject({ percent: 0, reason: 'exempt_certificate', text: 'Exempt: certificate IL-7788' })
    expect(decide(holder, line('IE', ILLINOIS), { ...SETUP, day: '2027-01-31' })).toBe('T4.1 exempt_certificate 0')
    expect(decide(holder, line('IE', ILLINOIS), IN_STATES)).toBe('T4.1 exempt_certificate 0')
  })

  test('T4.1 another state, or the day after, falls to T4.2', () => {
    expect(decide(holder, line('IE', TEXAS))).toBe('T4.2 us_flat 8')
    expect(decide(holder, line('IE', ILLINOIS), { ...SETUP, day: '2027-02-01' })).toBe('T4.2 us_flat 8')
  })

  test('T4.2 the flat rate is collected by the platform from anybody, wherever the products leave, and shipping is untaxed', () => {
    for (const buyer of [consumer, business]) {
      for (const from of ['IE', 'US', 'GB']) {
        const decision = decisionOf(decideTax(SETUP, buyer, line(from, ILLINOIS)))
        expect(decision).toMatchObject({ percent: 80_000, reason: 'us_flat', text: '', shipsTaxed: false, collector: null, state: 'IL' })
        expect(taxLabel(decision)).toBe('Tax (8%)')
      }
    }
  })

  test('T4.2 by state, the same address falls to T4.3', () => {
    expect(decide(consumer, line('IE', TEXAS), IN_STATES)).toBe('T4.3 sales_tax 8.25')
  })

  test('T4.3 the rate is that of the postal code, else of the state; the platform collects it even where sellers sell', () => {
    expect(decide(consumer, line('IE', ILLINOIS), IN_STATES)).toBe('T4.3 sales_tax 10.25')
    expect(decide(consumer, line('IE', placed('US', '62701', 'IL')), IN_STATES)).toBe('T4.3 sales_tax 6.25')
    const outcome = decideTax({ ...IN_STATES, sellerOfRecord: 'seller' }, consumer, line('IE', TEXAS))
    expect(outcome).toMatchObject({ registration: 'TX-1', decision: { collector: null, issuer: 'irish', shipsTaxed: true } })
  })

  test('T4.3 a registered state without a rate is refused: nothing is sold at a rate that nobody has set', () => {
    const setup = { ...IN_STATES, rules: SEEDED_RATES }
    expect(decide(consumer, line('IE', TEXAS), setup)).toBe(
      "T4.15 refused: We can't take online orders from Texas yet. Request a quote instead.",
    )
  })

  test('T4.3 without a registration in force falls to T4.4', () => {
    expect(decide(consumer, line('IE', TEXAS), { ...IN_STATES, day: '2025-12-31' })).toBe('T4.4 no_nexus 0')
  })

  test('T4.4 no tax is collected for a state without a registration, and the invoice says so', () => {
    const decision = decisionOf(decideTax(IN_STATES, consumer, line('IE', OREGON)))
    expect(decision).toMatchObject({ percent: 0, reason: 'no_nexus', text: 'No sales tax collected for Oregon' })
  })
})

describe('into the European Union from outside', () => {
  const withIoss = { ...SETUP, registrations: [...DEMO, registered('ioss', 'IE', { number: 'IM3720000001' })] }

  test('T4.5 a consignment of up to 150 EUR to a consumer is taxed by the import one-stop shop, by the platform in both settings', () => {
    for (const sellerOfRecord of ['platform', 'seller'] as const) {
      const outcome = decideTax({ ...withIoss, sellerOfRecord }, consumer, line('US', BERLIN, { consignmentEurCents: 150_00 }))
      expect(outcome).toMatchObject({ row: 'T4.5', registration: 'IM3720000001' })
      expect(decisionOf(outcome)).toMatchObject({ reason: 'ioss', percent: 190_000, collector: null, mode: 'included' })
    }
  })

  test('T4.5 a cent more, or a value that nobody knows, falls to T4.6', () => {
    for (const consignmentEurCents of [150_01, null]) {
      expect(decide(consumer, line('US', BERLIN, { consignmentEurCents }), withIoss)).toMatch(/^T4.6 refused/)
    }
  })

  test('T4.6 without the import one-stop shop a consumer is refused; a business falls to T4.7', () => {
    expect(decide(consumer, line('US', BERLIN))).toBe(
      "T4.6 refused: We can't ship EcoMat trial mats to private buyers in Germany because it has to clear customs. Request a quote instead.",
    )
    expect(decide(business, line('US', BERLIN))).toBe('T4.7 export_to_eu 0')
  })

  test('T4.7 a business pays import VAT on delivery, with or without a VAT id; from a member state it falls to T4.12', () => {
    const decision = decisionOf(decideTax(SETUP, business, line('CH', BERLIN)))
    expect(decision).toMatchObject({ percent: 0, text: 'Import VAT and duty are charged on delivery (DAP)' })
    expect(decide(withVatId('DE'), line('US', BERLIN))).toBe('T4.7 export_to_eu 0')
    expect(decide(business, line('IE', BERLIN))).toBe('T4.12 oss 19')
  })
})

describe('within the European Union', () => {
  const [setup, more] = bySeller({ country: 'GB', registrations: [] })

  test('T4.8 a consumer buys from the platform where the seller is not established in the European Union', () => {
    const outcome = decideTax(setup, consumer, line('IE', BERLIN, more))
    expect(short(outcome)).toBe('T4.8, T4.12 oss 19')
    expect(decisionOf(outcome)).toMatchObject({ issuer: null, collector: null })
    expect(decide(consumer, line('DE', BERLIN, more), setup)).toBe('T4.8, T4.10 domestic 19')
  })

  test('T4.8 a business, or an established seller, falls to the registrations of the seller', () => {
    expect(decide(business, line('IE', BERLIN, more), setup)).toMatch(/^T4.15 refused/)
    const [own, ofIrish] = bySeller({ registrations: [registered('domestic', 'IE'), registered('oss', 'IE')] })
    const outcome = decideTax(own, consumer, line('IE', BERLIN, ofIrish))
    expect(outcome).toMatchObject({ row: 'T4.12', decision: { issuer: 'irish', collector: 'irish' } })
  })

  test('T4.9 a small enterprise charges no VAT in its own country', () => {
    const [own, small] = bySeller({ country: 'DE', vatScheme: 'small_business', registrations: [registered('domestic', 'DE')] })
    const decision = decisionOf(decideTax(own, consumer, line('DE', BERLIN, small)))
    expect(decision).toMatchObject({
      percent: 0,
      reason: 'small_business',
      text: 'VAT exempt: small enterprise scheme (Art. 284)',
      issuer: 'irish',
    })
  })

  test('T4.9 from another country, and where the platform sells, it falls to other rows', () => {
    const [own, small] = bySeller({ country: 'DE', vatScheme: 'small_business', registrations: [registered('domestic', 'FR')] })
    expect(decide(consumer, line('FR', placed('FR', '75001'), small), own)).toBe('T4.10 domestic 20')
    expect(decide(consumer, line('DE', BERLIN, small))).toBe('T4.10 domestic 19')
  })

  test('T4.10 within one country its rate counts for everybody, whatever the VAT id', () => {
    expect(decide(withVatId('FR'), line('DE', BERLIN))).toBe('T4.10 domestic 19')
    expect(decide(consumer, line('DE', BERLIN, { taxClass: 'reduced' }))).toBe('T4.10 domestic 7')
  })

  test('T4.10 a country where the issuer is not registered falls to T4.15', () => {
    expect(decide(consumer, line('IT', placed('IT', '00184')))).toBe(
      "T4.15 refused: We can't take online orders from Italy yet. Request a quote instead.",
    )
  })

  test('T4.11 a business with a VAT id of another state than that of dispatch accounts for the VAT itself', () => {
    const outcome = decideTax(SETUP, withVatId('DE'), line('IE', BERLIN))
    expect(outcome).toMatchObject({ row: 'T4.11', registration: 'IE-domestic' })
    expect(decisionOf(outcome)).toMatchObject({
      percent: 0,
      mode: 'added',
      text: 'Intra-Community supply, exempt under Art. 138 Directive 2006/112/EC; the recipient accounts for the VAT (reverse charge)',
    })
    expect(decide(withVatId('AT'), line('IE', BERLIN))).toBe('T4.11 intra_community 0')
    expect(decide(withVatId('XI'), line('IE', BERLIN))).toBe('T4.11 intra_community 0')
  })

  test('T4.11 a VAT id of the state of dispatch, of no member state, or of a private person falls to T4.12', () => {
    expect(decide(withVatId('IE'), line('IE', BERLIN))).toBe('T4.12 oss 19')
    expect(decide(withVatId('GB'), line('IE', BERLIN))).toBe('T4.12 oss 19')
    expect(decide(buyerOf('consumer', { vatCountry: 'DE' }), line('IE', BERLIN))).toBe('T4.12 oss 19')
  })

  test('T4.12 other sales across a border have the rate of the destination by the one-stop shop', () => {
    expect(decide(consumer, line('IE', placed('FI', '00100')))).toBe('T4.12 oss 25.5')
    expect(decide(consumer, line('IE', placed('PT', '9000-100')))).toBe('T4.12 oss 22')
  })

  const withoutOss = { ...SETUP, registrations: DEMO.filter(({ scheme }) => scheme !== 'oss') }

  test('T4.12 without the one-stop shop falls to T4.13', () => {
    expect(decide(consumer, line('IE', BERLIN), withoutOss)).toBe('T4.13 domestic 19')
  })

  test('T4.13 a registration in the destination gives its rate; without one it falls to T4.15', () => {
    expect(decide(business, line('SE', placed('FR', '75001')), withoutOss)).toBe('T4.13 domestic 20')
    expect(decide(business, line('SE', placed('ES', '28001')), withoutOss)).toMatch(/^T4.15 refused/)
  })

  const small = { ...SETUP, registrations: [registered('domestic', 'IE', { isBelowThreshold: true })] }

  test('T4.14 below the threshold the rate of the country of dispatch counts', () => {
    const decision = decisionOf(decideTax(small, consumer, line('IE', BERLIN)))
    expect(decision).toMatchObject({ reason: 'origin_threshold', percent: 230_000, country: 'IE' })
  })

  test('T4.14 above it, or from a country without a registration, falls to T4.15', () => {
    const above = { ...SETUP, registrations: [registered('domestic', 'IE')] }
    expect(decide(consumer, line('IE', BERLIN), above)).toMatch(/^T4.15 refused/)
    expect(decide(consumer, line('FR', BERLIN), small)).toMatch(/^T4.15 refused/)
  })

  test('T4.15 without any registration nothing is sold, and with one of the one-stop shop it falls to T4.12', () => {
    const none = { ...SETUP, registrations: [] }
    expect(decide(consumer, line('IE', BERLIN), none)).toBe(
      "T4.15 refused: We can't take online orders from Germany yet. Request a quote instead.",
    )
    expect(decide(consumer, line('IE', BERLIN), { ...none, registrations: [registered('oss', 'IE')] })).toBe('T4.12 oss 19')
  })

  test('T4.15 no country is taxed at a rate that the shop does not have', () => {
    const rules = SEEDED_RATES.filter(({ country }) => country !== 'DE')
    expect(decide(consumer, line('IE', BERLIN), { ...SETUP, rules })).toMatch(/^T4.15 refused/)
  })
})

describe('to other countries', () => {
  const registeredThere = { ...SETUP, registrations: [...DEMO, registered('domestic', 'GB'), registered('domestic', 'CH')] }

  test('T4.16 a registration there gives its rate', () => {
    expect(decide(consumer, line('IE', placed('GB', 'SW1A 1AA')), registeredThere)).toBe('T4.16 domestic 20')
    expect(decide(business, line('US', placed('CH', '8001')), registeredThere)).toBe('T4.16 domestic 8.1')
  })

  test('T4.16 without one falls to T4.17', () => {
    expect(decide(consumer, line('IE', placed('NO', '0150')), registeredThere)).toBe('T4.17 export 0')
  })

  test('T4.17 exports have no VAT, and the cart says who charges what on delivery', () => {
    const decision = decisionOf(decideTax(SETUP, business, line('IE', placed('GB', 'SW1A 1AA'))))
    expect(decision).toMatchObject({
      percent: 0,
      reason: 'export',
      text: 'Export, no VAT charged; duty and import tax are charged on delivery (DAP)',
    })
  })

  test.each([
    ['CA', 'M5V 2T6', 'ON'],
    ['AU', '3000', 'VIC'],
    ['JP', '100-0001', ''],
  ])('to %s no word of VAT is said: neither of an export nor of a tax there', (country, code, state) => {
    const to = placed(country, code, state)
    const exported = decisionOf(decideTax(SETUP, business, line('IE', to)))
    expect(exported.text).toBe('Export, no tax charged; duty and import tax are charged on delivery (DAP)')
    expect(taxLabel({ ...exported, reason: 'domestic', percent: 50_000 })).toBe('Tax (5%)')
  })

  test.each([
    ['EXW', 'the buyer pays duty and import tax (EXW)'],
    ['FCA', 'the buyer pays duty and import tax (FCA)'],
    ['CPT', 'the buyer pays duty and import tax (CPT)'],
    ['CIP', 'the buyer pays duty and import tax (CIP)'],
    ['DAP', 'duty and import tax are charged on delivery (DAP)'],
    ['DDP', 'the seller pays duty and import tax (DDP)'],
  ] as const)('what was agreed with %s says who pays the duty', (term, words) => {
    const exported = decisionOf(decideTax(SETUP, business, line('IE', placed('CA', 'M5V 2T6', 'ON'), { term })))
    expect(exported.text).toBe(`Export, no tax charged; ${words}`)
    const imported = decisionOf(decideTax(SETUP, business, line('US', BERLIN, { term })))
    expect(imported.text.toLowerCase()).toBe(words.replace('duty and import tax', 'import vat and duty').toLowerCase())
    expect([exported, imported].every(({ text }) => saysDuty(text))).toBe(true)
  })

  test('a service alone says nothing of an export', () => {
    const decision = decisionOf(decideTax(SETUP, business, line('IE', placed('CA', 'M5V 2T6', 'ON'), { term: 'services' })))
    expect(decision).toMatchObject({ reason: 'export', text: 'No tax charged' })
    expect(decisionOf(decideTax(SETUP, business, line('US', BERLIN, { term: 'services' }))).text).toBe('No VAT charged')
  })

  test('T4.17 to the United States falls to T4.2', () => {
    expect(decide(business, line('IE', ILLINOIS))).toBe('T4.2 us_flat 8')
  })
})

describe('the territory', () => {
  test.each([
    ['ES', '35001', 'the Canary Islands', '28001', 21],
    ['ES', '38001', 'Tenerife', '36001', 21],
    ['ES', '51001', 'Ceuta', '50001', 21],
    ['ES', '52001', 'Melilla', '50001', 21],
    ['FI', '22100', 'Åland', '21100', 25.5],
    ['DE', '78266', 'Büsingen', '78262', 19],
    ['DE', 'D-27498', 'Helgoland', '27499', 19],
    ['IT', '23041', 'Livigno', '23040', 22],
    ['IT', '22061', 'Campione', '22060', 22],
    ['GR', '630 86', 'Athos', '630 87', 24],
    ['FR', '97100', 'Guadeloupe', '96100', 20],
    ['FR', '98800', 'New Caledonia', '98000', 20],
  ])('T4.17 %s %s (%s) is exported to, %s%s is not', (country, postalCode, _name, other, percent) => {
    expect(decide(consumer, line('IE', placed(country, postalCode)))).toBe('T4.17 export 0')
    expect(decide(consumer, line('IE', placed(country, other)))).toBe(`T4.12 oss ${percent}`)
  })

  test('T4.17 a registration in the member state does not count in its parts outside of the territory', () => {
    expect(decide(consumer, line('DE', placed('DE', '27498')))).toBe('T4.17 export 0')
  })

  test('T4.6 what leaves from such a part comes from outside', () => {
    expect(decide(consumer, line('ES', BERLIN, { dispatch: placed('ES', '35001') }))).toMatch(/^T4.6 refused/)
    expect(decide(consumer, line('ES', BERLIN, { dispatch: placed('ES', '28001') }))).toBe('T4.12 oss 19')
  })

  test('T4.12 Monaco counts as France', () => {
    expect(decide(consumer, line('IE', placed('MC', '98000')))).toBe('T4.12 oss 20')
    expect(decide(consumer, line('MC', placed('FR', '75001')))).toBe('T4.10 domestic 20')
  })

  test('T4.15 Northern Ireland is by quote, to it and from it into the European Union; Great Britain is not', () => {
    expect(decide(consumer, line('IE', placed('GB', 'bt1 5gs')))).toBe(
      "T4.15 refused: We can't take online orders from Northern Ireland yet. Request a quote instead.",
    )
    expect(decide(business, line('GB', BERLIN, { dispatch: placed('GB', 'BT1 5GS') }))).toMatch(/^T4.15 refused/)
    expect(decide(business, line('GB', BERLIN, { dispatch: placed('GB', 'B1 1AA') }))).toBe('T4.7 export_to_eu 0')
  })
})
