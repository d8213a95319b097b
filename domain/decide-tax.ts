import type { BuyerKind } from './buyer-kind.ts'
import { countryNameOf } from './country-name.ts'
import { type DutyTerm, exportText, importText } from './duty-text.ts'
import { EU_COUNTRIES, salesTaxName } from './market-country.ts'
import { WHOLE_RATE } from './money.ts'
import type { TaxClass } from './product-fields.ts'
import { stateName } from './states.ts'
import { INTRA_COMMUNITY_TEXT, type SellerOfRecord, type TaxDecision, type TaxMode } from './tax-decision.ts'
import { findRate, type TaxRule } from './tax-rates.ts'
import {
  findCertificate,
  findRegistration,
  type TaxCertificate,
  type TaxRegistration,
  type TaxScheme,
  type VatScheme,
} from './tax-registration.ts'
import { type Place, type TaxTerritory, territoryOf } from './tax-territory.ts'

/** Ways to tax orders in the United States: one rate, or by state. */
export const US_MODES = ['flat', 'states'] as const

/** The settings, rules and registrations of the shop on a day (ISO date). */
export interface TaxSetup {
  sellerOfRecord: SellerOfRecord
  usMode: (typeof US_MODES)[number]
  /** Percent of the flat mode; 8 means 8%. */
  flatPercent: number
  rules: readonly TaxRule[]
  /** Registrations of the platform. */
  registrations: readonly TaxRegistration[]
  day: string
}

/** A buyer, as far as taxes are about it. */
export interface TaxBuyer {
  kind: BuyerKind
  /** Country of a VAT id that counts (ISO 3166, XI for Northern Ireland); null without one. */
  vatCountry: string | null
  /** Accepted certificates. */
  certificates: readonly TaxCertificate[]
  /** True if consumers of the destination see prices with tax. */
  seesGross: boolean
}

/** A seller, as far as taxes are about it. */
export interface TaxSeller {
  businessId: string
  /** Country in which it is established. */
  country: string
  vatScheme: VatScheme
  registrations: readonly TaxRegistration[]
  /** True if it agreed that the platform writes invoices in its name; false: it cannot be the seller of record. */
  hasAgreed: boolean
}

/** A line of a cart: a product that a seller sends from one place to another. */
export interface TaxedLine {
  name: string
  taxClass: TaxClass
  seller: TaxSeller
  dispatch: Place
  destination: Place
  /** Value of the products that travel together, in cents of EUR without tax; null where it is unknown. */
  consignmentEurCents: number | null
  /** Agreed delivery term, which the sentences of exports and imports follow; absent: the shop's own (DAP). */
  term?: DutyTerm
}

/** Reasons for which a line is not sold online. */
type TaxRefusal = 'customs' | 'no_registration' | 'no_agreement'

/** The decision about a line with the rule that it follows from (`T4.12`), and what it relies on; or the sentence that refuses it. */
export type TaxOutcome =
  | { row: string; refusal: null; decision: TaxDecision; registration: string | null; certificate: string | null }
  | { row: string; refusal: TaxRefusal; text: string }

/** Value of a consignment up to which the import one-stop shop is for, in cents of EUR. */
const IOSS_MAX_CENTS = 150_00

const TEXTS = {
  small_business: 'VAT exempt: small enterprise scheme (Art. 284)',
  intra_community: INTRA_COMMUNITY_TEXT,
} as const

/** Facts that a decision is made from. */
interface Case {
  setup: TaxSetup
  buyer: TaxBuyer
  line: TaxedLine
  to: TaxTerritory
  from: TaxTerritory
}

/** Writer of the invoice; `id` null: the platform. */
interface Issuer {
  id: string | null
  registrations: readonly TaxRegistration[]
}

/**
 * Decides the tax of a line: the first row that fits (T4.1 to T4.17). Products of one order have one mode. EU means its VAT territory;
 * Northern Ireland is not sold to online, and parts of member states outside of the territory are exported to.
 */
export function decideTax(setup: TaxSetup, buyer: TaxBuyer, line: TaxedLine): TaxOutcome {
  const known = { setup, buyer, line, to: territoryOf(line.destination), from: territoryOf(line.dispatch) }
  if (setup.sellerOfRecord === 'seller' && !line.seller.hasAgreed) {
    const text = `${line.name} isn't sold online right now. Its seller hasn't agreed to the shop's invoicing terms yet.`
    return { row: 'T1', refusal: 'no_agreement', text }
  }
  if (known.to.kind === 'us') return decideInUnitedStates(known)
  if (known.to.kind === 'eu') return decideInUnion(known)
  if (known.to.kind === 'northern-ireland') return notSold('T4.15', 'Northern Ireland')
  return decideElsewhere(known)
}

function issuerOf({ setup, line: { seller } }: Case): Issuer {
  return setup.sellerOfRecord === 'platform' ? platformOf(setup) : { id: seller.businessId, registrations: seller.registrations }
}

const platformOf = ({ registrations }: TaxSetup): Issuer => ({ id: null, registrations })

interface Rated {
  percent: number
  reason: TaxDecision['reason']
  text?: string
  shipsTaxed?: boolean
  registration?: TaxRegistration | null
  certificate?: TaxCertificate | null
  collector?: string | null
  country?: string
}

function decided(row: string, known: Case, issuer: Issuer, rated: Rated): TaxOutcome {
  const {
    percent,
    reason,
    text = '',
    shipsTaxed = true,
    registration,
    certificate,
    collector = issuer.id,
    country = known.to.country,
  } = rated
  const { state } = known.line.destination
  const decision = { mode: modeOf(known.buyer), percent, reason, text, collector, issuer: issuer.id, country, state, shipsTaxed }
  return { row, refusal: null, decision, registration: registration?.number ?? null, certificate: certificate?.number ?? null }
}

/**
 * Registration of an issuer where the goods leave: its number is on documents of supplies without tax (Art. 226(3) Directive 2006/112/EC).
 */
function dispatchRegistration({ setup, line, from }: Case, { registrations }: Issuer): TaxRegistration | null {
  if (from.kind === 'outside') return null // neither is that of its member state
  return findRegistration(registrations, 'domestic', { country: from.country, state: line.dispatch.state }, setup.day)
}

const modeOf = ({ kind, seesGross }: TaxBuyer): TaxMode => (kind === 'consumer' && seesGross ? 'included' : 'added')

const notSold = (row: string, place: string): TaxOutcome => ({
  row,
  refusal: 'no_registration',
  text: `We can't take online orders from ${place} yet. Request a quote instead.`,
})

/** The rate of a place in force, or a refusal where the shop has none: nothing is sold at a rate that nobody has set. */
function atRate(
  row: string,
  known: Case,
  issuer: Issuer,
  rated: { reason: TaxDecision['reason']; place: Place; registration: TaxRegistration | null; collector?: null },
) {
  const { place, ...rest } = rated
  const rule = findRate(known.setup.rules, place, known.line.taxClass, known.setup.day)
  if (!rule) return notSold('T4.15', place.state ? stateName(place.country, place.state) : countryNameOf(place.country))
  return decided(row, known, issuer, { ...rest, percent: rule.rate, shipsTaxed: rule.shipsTaxed, country: place.country })
}

function decideInUnitedStates(known: Case): TaxOutcome {
  const { setup, buyer, line, to } = known
  const { state } = line.destination
  const issuer = issuerOf(known)
  const collector = null // the platform, as marketplace facilitator
  const certificate = findCertificate(buyer.certificates, state, setup.day)
  if (certificate) {
    const text = `Exempt: certificate ${certificate.number}`
    return decided('T4.1', known, issuer, { percent: 0, reason: 'exempt_certificate', text, shipsTaxed: false, certificate, collector })
  }
  if (setup.usMode === 'flat') {
    const percent = Math.max(0, Math.round((setup.flatPercent * WHOLE_RATE) / 100))
    return decided('T4.2', known, issuer, { percent, reason: 'us_flat', shipsTaxed: false, collector })
  }
  const registration = findRegistration(setup.registrations, 'sales_tax', { country: to.country, state }, setup.day)
  if (registration && state !== '') {
    return atRate('T4.3', known, issuer, { reason: 'sales_tax', place: line.destination, registration, collector })
  }
  const text = `No sales tax collected for ${state ? stateName(to.country, state) : countryNameOf(to.country)}`
  return decided('T4.4', known, issuer, { percent: 0, reason: 'no_nexus', text, shipsTaxed: false, collector })
}

function decideInUnion(known: Case): TaxOutcome {
  return known.from.kind === 'eu' ? decideWithinUnion(known) : decideImport(known)
}

/** From outside of the territory into it. */
function decideImport(known: Case): TaxOutcome {
  const { setup, buyer, line, to, from } = known
  if (from.kind === 'northern-ireland') return notSold('T4.15', countryNameOf(to.country))
  if (buyer.kind === 'business') {
    const issuer = issuerOf(known)
    const registration = dispatchRegistration(known, issuer)
    return decided('T4.7', known, issuer, { percent: 0, reason: 'export_to_eu', text: importText(line.term), registration })
  }
  const { consignmentEurCents } = line
  const registration = findRegistration(setup.registrations, 'ioss', null, setup.day)
  if (registration && consignmentEurCents !== null && consignmentEurCents <= IOSS_MAX_CENTS) {
    return atRate('T4.5', known, platformOf(setup), { reason: 'ioss', place: destinationOf(known), registration })
  }
  return {
    row: 'T4.6',
    refusal: 'customs',
    text: `We can't ship ${line.name} to private buyers in ${countryNameOf(line.destination.country)} because it has to clear customs. Request a quote instead.`,
  }
}

/** The destination as its rates know it: Monaco has those of France, Liechtenstein those of Switzerland. */
const destinationOf = ({ line, to }: Case): Place => ({ ...line.destination, country: to.country })

function decideWithinUnion(known: Case): TaxOutcome {
  const { setup, buyer, line, to, from } = known
  const { seller, dispatch } = line
  const own = issuerOf(known)
  const isDeemed = own.id !== null && !EU_COUNTRIES.includes(seller.country) && buyer.kind === 'consumer'
  const issuer = isDeemed ? platformOf(setup) : own // T4.8
  const rowOf = (row: string) => (isDeemed ? `T4.8, ${row}` : row)
  const find = (scheme: TaxScheme, place: { country: string } | null) => findRegistration(issuer.registrations, scheme, place, setup.day)
  const isDomestic = from.country === to.country
  const place = destinationOf(known)

  if (issuer.id !== null && seller.vatScheme === 'small_business' && isDomestic && seller.country === to.country) {
    const registration = dispatchRegistration(known, issuer)
    return decided('T4.9', known, issuer, { percent: 0, reason: 'small_business', text: TEXTS.small_business, registration })
  }
  const atDestination = find('domestic', { country: to.country })
  if (isDomestic && atDestination) return atRate(rowOf('T4.10'), known, issuer, { reason: 'domestic', place, registration: atDestination })
  if (!isDomestic && isReverseCharge(buyer, from.country)) {
    const registration = dispatchRegistration(known, issuer)
    return decided(rowOf('T4.11'), known, issuer, { percent: 0, reason: 'intra_community', text: TEXTS.intra_community, registration })
  }
  const oneStop = find('oss', null)
  if (!isDomestic && oneStop) return atRate(rowOf('T4.12'), known, issuer, { reason: 'oss', place, registration: oneStop })
  if (atDestination) return atRate(rowOf('T4.13'), known, issuer, { reason: 'domestic', place, registration: atDestination })
  const atDispatch = find('domestic', { country: from.country })
  if (atDispatch?.isBelowThreshold) {
    const registration = atDispatch
    return atRate(rowOf('T4.14'), known, issuer, {
      reason: 'origin_threshold',
      place: { ...dispatch, country: from.country },
      registration,
    })
  }
  return notSold(rowOf('T4.15'), countryNameOf(line.destination.country))
}

/** A business whose VAT id counts and is of another member state than the dispatch (Northern Ireland has the prefix XI). */
function isReverseCharge({ kind, vatCountry }: TaxBuyer, dispatchCountry: string): boolean {
  if (kind !== 'business' || vatCountry === null || vatCountry === dispatchCountry) return false
  return vatCountry === 'XI' || EU_COUNTRIES.includes(vatCountry)
}

function decideElsewhere(known: Case): TaxOutcome {
  const { setup, line, to } = known
  const issuer = issuerOf(known)
  const { state } = line.destination
  const registration =
    to.kind === 'outside' ? null : findRegistration(issuer.registrations, 'domestic', { country: to.country, state }, setup.day)
  if (registration) return atRate('T4.16', known, issuer, { reason: 'domestic', place: destinationOf(known), registration })
  const left = dispatchRegistration(known, issuer)
  const text = exportText(salesTaxName(to.country), line.term)
  return decided('T4.17', known, issuer, { percent: 0, reason: 'export', text, registration: left })
}
