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
  line,
  placed,
  registered,
  SETUP,
  withVatId,
} from '#server/testing/tax-cases.ts'
import { decideTax, type TaxBuyer, type TaxedLine, type TaxSeller, type TaxSetup } from './decide-tax.ts'
import type { TaxRegistration } from './tax-registration.ts'

const ILLINOIS = placed('US', '60607', 'IL')
const TEXAS = placed('US', '78701', 'TX')
const OREGON = placed('US', '97201', 'OR')
const BERLIN = placed('DE', '10115')

describe('golden rows', () => {
  const withIoss = { ...SETUP, registrations: [...DEMO, registered('ioss', 'IE')] }
  const sellers = { ...SETUP, sellerOfRecord: 'seller' as const }
  const own = (businessId: string, country: string, registrations: TaxRegistration[], more: Partial<TaxSeller> = {}) => ({
    seller: { businessId, country, vatScheme: 'regular' as const, registrations, hasAgreed: true, ...more },
  })
  const irishOss = own('p', 'IE', [registered('domestic', 'IE'), registered('oss', 'IE')])
  const frenchOss = own('q', 'FR', [registered('domestic', 'FR'), registered('oss', 'FR')])
  const lindhorst = own('l', 'DE', [], { vatScheme: 'small_business' })
  const exempt = buyerOf('business', { certificates: [CERTIFICATE] })
  const MINNESOTA = placed('US', '55401', 'MN')

  test.each<[string, TaxBuyer, TaxedLine, string, TaxSetup?]>([
    ['G1', consumer, line('IE', ILLINOIS), 'T4.2 us_flat 8'],
    ['G2', consumer, line('IE', ILLINOIS), 'T4.2 us_flat 8'],
    ['G3', business, line('IE', ILLINOIS), 'T4.2 us_flat 8'],
    ['G4', business, line('IE', ILLINOIS), 'T4.2 us_flat 8'],
    ['G5', business, line('IE', ILLINOIS), 'T4.2 us_flat 8'],
    ['G6', business, line('US', MINNESOTA), 'T4.2 us_flat 8'],
    ['G7', consumer, line('US', MINNESOTA), 'T4.2 us_flat 8'],
    ['G8', consumer, line('US', MINNESOTA), 'T4.2 us_flat 8'],
    ['G9', exempt, line('IE', ILLINOIS), 'T4.1 exempt_certificate 0'],
    ['G10', consumer, line('IE', ILLINOIS), 'T4.2 us_flat 8'],
    ['G11', consumer, line('US', placed('US', '96801', 'HI')), 'T4.2 us_flat 8'],
    ['G12', consumer, line('IE', TEXAS), 'T4.3 sales_tax 8.25', IN_STATES],
    ['G13', consumer, line('IE', OREGON), 'T4.4 no_nexus 0', IN_STATES],
    ['G14', consumer, line('IE', placed('US', '62701', 'IL')), 'T4.3 sales_tax 6.25', IN_STATES],
    ['G15', consumer, line('IE', BERLIN), 'T4.12 oss 19'],
    ['G16', consumer, line('IE', BERLIN), 'T4.12 oss 19'],
    ['G17', consumer, line('IE', BERLIN), 'T4.12 oss 19'],
    ['G18', consumer, line('IE', BERLIN), 'T4.12 oss 19'],
    ['G19', withVatId('DE'), line('IE', BERLIN), 'T4.11 intra_community 0'],
    ['G20', business, line('IE', BERLIN), 'T4.12 oss 19'],
    ['G21', business, line('IE', BERLIN), 'T4.12 oss 19'],
    ['G22', consumer, line('DE', placed('FR', '75001')), 'T4.12 oss 20'],
    ['G23', withVatId('DE'), line('DE', BERLIN), 'T4.10 domestic 19'],
    ['G24', consumer, line('FR', placed('FI', '00100')), 'T4.12 oss 25.5'],
    ['G25', consumer, line('IE', placed('HU', '1051')), 'T4.12 oss 27'],
    ['G26', consumer, line('SE', placed('SE', '111 20')), 'T4.10 domestic 25'],
    ['G27 P', consumer, line('IE', BERLIN), 'T4.12 oss 19', withIoss],
    ['G27 T', consumer, line('US', BERLIN, { consignmentEurCents: 9_20 }), 'T4.5 ioss 19', withIoss],
    [
      'G28',
      consumer,
      line('US', BERLIN),
      "T4.6 refused: We can't ship EcoMat trial mats to private buyers in Germany because it has to clear customs. Request a quote instead.",
    ],
    ['G29', business, line('IE', placed('GB', 'SW1A 1AA')), 'T4.17 export 0'],
    ['G30', consumer, line('FR', placed('CH', '8001')), 'T4.17 export 0'],
    ['G31', consumer, line('IE', BERLIN, own('k', 'GB', [])), 'T4.8, T4.12 oss 19', sellers],
    ['G32 P', withVatId('DE'), line('IE', BERLIN, irishOss), 'T4.11 intra_community 0', sellers],
    ['G32 Q', withVatId('DE'), line('FR', BERLIN, frenchOss), 'T4.11 intra_community 0', sellers],
    ['G33 P', consumer, line('IE', BERLIN, irishOss), 'T4.12 oss 19', sellers],
    ['G33 Q', consumer, line('FR', BERLIN, frenchOss), 'T4.12 oss 19', sellers],
    ['G34', consumer, line('DE', BERLIN, lindhorst), 'T4.9 small_business 0', sellers],
    ['G35 A', business, line('DE', BERLIN), 'T4.10 domestic 19'],
    ['G35 B', business, line('DE', BERLIN, { taxClass: 'reduced' }), 'T4.10 domestic 7'],
    ['G36 B', business, line('DE', BERLIN, { taxClass: 'reduced' }), 'T4.10 domestic 7'],
    ['G37 B', consumer, line('DE', BERLIN, { taxClass: 'reduced' }), 'T4.10 domestic 7'],
    ['G38', consumer, line('IE', BERLIN), 'T4.12 oss 19'],
    ['G39', withVatId('IE'), line('IE', placed('IE', 'D02 X285')), 'T4.10 domestic 23'],
  ])('%s is decided by its row at its rate', (_id, buyer, taxed, expected, setup = SETUP) => {
    expect(decide(buyer, taxed, setup)).toBe(expected)
  })

  test('G15 consumers see prices with tax where their market does, businesses never', () => {
    expect(decisionOf(decideTax(SETUP, consumer, line('IE', BERLIN))).mode).toBe('included')
    expect(decisionOf(decideTax(SETUP, buyerOf('consumer', { seesGross: false }), line('IE', BERLIN))).mode).toBe('added')
    expect(decisionOf(decideTax(SETUP, buyerOf('business', { seesGross: true }), line('IE', BERLIN))).mode).toBe('added')
  })
})
