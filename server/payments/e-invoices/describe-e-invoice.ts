import { ibanIn } from '#domain/bank-account.ts'
import { countryNameOf } from '#domain/country-name.ts'
import {
  correctedOn,
  DOCUMENT_KIND_LABELS,
  type DocumentContent,
  type DocumentParty,
  dueOfInvoice,
  issuedOn,
  statedDay,
} from '#domain/document.ts'
import type { EInvoiceForm } from '#domain/e-invoice.ts'
import { producerText } from '#domain/producer-registers.ts'
import { percentOfRate } from '#domain/tax-decision.ts'
import type { DocumentRow } from '#server/payments/documents/document-record.ts'
import { type Amounts, amountsOfCredit, amountsOfInvoice, type Category, type Line, sumOf, UNIT_CODES } from './e-invoice-lines.ts'

/*
 * An e-invoice by EN 16931 as data, in the names of UBL: `vendors/e-invoice.ts` writes it in each syntax. BT and BR are terms and rules of
 * the standard.
 */

/** Value of the standard: an element, a list of elements, or a text. Amounts are texts, such as '9.90'. */
type InvoiceData = string | readonly InvoiceData[] | { readonly [name: string]: InvoiceData | undefined }

/** A document of which no e-invoice can be made, whenever it is tried; the message says why. */
export class EInvoiceRefusal extends Error {}

/** Lists of electronic addresses by VAT id (EAS of the European Commission). */
// biome-ignore format: one list
const VAT_ADDRESSES: Readonly<Record<string, string>> = {
  AT: '9914', BE: '9925', BG: '9926', CY: '9928', CZ: '9929', DE: '9930', DK: '0198', EE: '9931', EL: '9933', ES: '9920', FI: '0213',
  FR: '9957', HR: '9934', HU: '9910', IE: '9935', IT: '0211', LT: '9937', LU: '9938', LV: '9939', MT: '9943', NL: '9944', PL: '9945',
  PT: '9946', RO: '9947', SE: '9955', SI: '9949', SK: '9950',
}
const LEITWEG_ADDRESSES = '0204'
const EMAIL_ADDRESSES = 'EM'

const INVOICE_CODE = '380'
/** Invoice for a payment before the supply; XRechnung calls it a partial one. */
const ADVANCE_CODES = { usual: '386', xrechnung: '326' }
const CREDIT_NOTE_CODE = '381'
const amountText = (cents: number) => (cents / 100).toFixed(2)
const percentText = ({ percent }: Category) => String(percentOfRate(percent))

const VAT = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } } as const
const amount = (name: string, cents: number, currency: string) => ({ [name]: amountText(cents), [`${name}@currencyID`]: currency })
const categoryData = (category: Category) => ({ 'cbc:ID': category.code, 'cbc:Percent': percentText(category), ...VAT })

/** Splits a city line such as 'Chicago, IL 60607' or '10115 Berlin', which has the postal code. */
function placeOf({ city, postalCode }: DocumentParty): { city: string; postalCode: string } {
  if (postalCode) return { city, postalCode }
  const [code = ''] = /\b(\d{4,6}|\d{3} \d{2}|[A-Z]\d[\dW] ?[A-Z\d]{4})\b/.exec(city) ?? []
  const rest = city.replace(code, '').replaceAll(/^[\s,]+|[\s,]+$/g, '')
  return { city: rest, postalCode: code }
}

function addressData(party: DocumentParty) {
  const { city, postalCode } = placeOf(party)
  return {
    'cbc:StreetName': party.street || undefined,
    'cbc:CityName': city || undefined,
    'cbc:PostalZone': postalCode || undefined,
    'cbc:CountrySubentity': party.state || undefined,
    'cac:Country': { 'cbc:IdentificationCode': party.country },
  }
}

function sellerData(issuer: DocumentParty): InvoiceData {
  const { name, email, phone, vatId, taxNumber } = issuer
  const schemes = [
    ...(vatId ? [{ 'cbc:CompanyID': vatId, ...VAT }] : []),
    ...(taxNumber && taxNumber !== vatId ? [{ 'cbc:CompanyID': taxNumber, 'cac:TaxScheme': { 'cbc:ID': 'FC' } }] : []),
  ]
  return {
    'cac:Party': {
      ...(email && { 'cbc:EndpointID': email, 'cbc:EndpointID@schemeID': EMAIL_ADDRESSES }),
      'cac:PostalAddress': addressData(issuer),
      'cac:PartyTaxScheme': schemes,
      // a seller without VAT id is identified by its tax number (BR-CO-26)
      'cac:PartyLegalEntity': { 'cbc:RegistrationName': name, 'cbc:CompanyID': (!vatId && taxNumber) || undefined },
      'cac:Contact': { 'cbc:Name': name, 'cbc:Telephone': phone || undefined, 'cbc:ElectronicMail': email || undefined },
    },
  }
}

/** Returns the electronic address of the buyer (BT-49); null where it has none. */
function addressOfBuyer({ vatId }: DocumentParty, form: EInvoiceForm, reference: string): { id: string; scheme: string } | null {
  if (form === 'xrechnung') return { id: reference, scheme: LEITWEG_ADDRESSES }
  const scheme = VAT_ADDRESSES[vatId.slice(0, 2)]
  return scheme ? { id: vatId, scheme } : null
}

function buyerData(buyer: DocumentParty, address: { id: string; scheme: string } | null): InvoiceData {
  return {
    'cac:Party': {
      ...(address && { 'cbc:EndpointID': address.id, 'cbc:EndpointID@schemeID': address.scheme }),
      'cac:PostalAddress': addressData(buyer),
      ...(buyer.vatId && { 'cac:PartyTaxScheme': { 'cbc:CompanyID': buyer.vatId, ...VAT } }),
      'cac:PartyLegalEntity': { 'cbc:RegistrationName': buyer.name },
      ...(buyer.contact && { 'cac:Contact': { 'cbc:Name': buyer.contact } }),
    },
  }
}

/** Returns how an invoice is paid (BG-16). An account is only named where the payment instructions have an IBAN. */
function paymentData({ payment, order }: DocumentContent): InvoiceData {
  if (payment?.kind !== 'due') {
    return [{ 'cbc:PaymentMeansCode': payment && order.paymentMethod === 'card' ? '48' : '1' }] // bank card, or not defined
  }
  const iban = ibanIn(payment.payTo)
  if (!iban) return [{ 'cbc:PaymentMeansCode': '1', 'cbc:PaymentID': order.number }]
  return [{ 'cbc:PaymentMeansCode': '30', 'cbc:PaymentID': order.number, 'cac:PayeeFinancialAccount': { 'cbc:ID': iban } }]
}

function lineData(line: Line, index: number, currency: string): InvoiceData {
  const { name, sku, quantity, unit, priceCents, perUnits, discountCents, netCents, category, customs } = line
  const { hsCode, originCountry, weightGrams } = customs ?? {}
  return {
    'cbc:ID': String(index + 1),
    'cbc:InvoicedQuantity': String(quantity),
    'cbc:InvoicedQuantity@unitCode': UNIT_CODES[unit],
    ...amount('cbc:LineExtensionAmount', netCents, currency),
    ...(discountCents > 0 && {
      'cac:AllowanceCharge': [
        {
          'cbc:ChargeIndicator': 'false',
          'cbc:AllowanceChargeReasonCode': '95',
          'cbc:AllowanceChargeReason': 'Discount',
          ...amount('cbc:Amount', discountCents, currency),
        },
      ],
    }),
    'cac:Item': {
      'cbc:Name': name,
      ...(sku && { 'cac:SellersItemIdentification': { 'cbc:ID': sku } }),
      ...(originCountry && { 'cac:OriginCountry': { 'cbc:IdentificationCode': originCountry } }),
      ...(hsCode && {
        'cac:CommodityClassification': [{ 'cbc:ItemClassificationCode': hsCode, 'cbc:ItemClassificationCode@listID': 'HS' }],
      }),
      'cac:ClassifiedTaxCategory': categoryData(category),
      ...(typeof weightGrams === 'number' && {
        'cac:AdditionalItemProperty': [{ 'cbc:Name': 'Weight of one unit', 'cbc:Value': `${weightGrams / 1000} kg` }],
      }),
    },
    'cac:Price': {
      ...amount('cbc:PriceAmount', priceCents, currency),
      ...(perUnits !== 1 && { 'cbc:BaseQuantity': String(perUnits), 'cbc:BaseQuantity@unitCode': UNIT_CODES[unit] }),
    },
  }
}

function totalsData({ lines, charges, subtotals }: Amounts, { content, currency }: DocumentRow): InvoiceData {
  const net = sumOf(lines, ({ netCents }) => netCents)
  const charged = sumOf(charges, ({ cents }) => cents)
  const total = net + charged + sumOf(subtotals, ({ taxCents }) => taxCents)
  const paid = content.payment ? total - dueOfInvoice(content) : 0
  return {
    ...amount('cbc:LineExtensionAmount', net, currency),
    ...amount('cbc:TaxExclusiveAmount', net + charged, currency),
    ...amount('cbc:TaxInclusiveAmount', total, currency),
    ...(charged > 0 && amount('cbc:ChargeTotalAmount', charged, currency)),
    ...(paid > 0 && amount('cbc:PrepaidAmount', paid, currency)),
    ...amount('cbc:PayableAmount', total - paid, currency),
  }
}

function taxData({ subtotals }: Amounts, { content: { localTax }, currency }: DocumentRow): InvoiceData {
  const whole = amount(
    'cbc:TaxAmount',
    sumOf(subtotals, ({ taxCents }) => taxCents),
    currency,
  )
  const groups = subtotals.map(({ category, baseCents, taxCents }) => ({
    ...amount('cbc:TaxableAmount', baseCents, currency),
    ...amount('cbc:TaxAmount', taxCents, currency),
    'cac:TaxCategory': {
      'cbc:ID': category.code,
      'cbc:Percent': percentText(category),
      'cbc:TaxExemptionReasonCode': category.exemption?.code,
      'cbc:TaxExemptionReason': category.exemption?.text,
      ...VAT,
    },
  }))
  return [{ ...whole, 'cac:TaxSubtotal': groups }, ...(localTax ? [amount('cbc:TaxAmount', localTax.cents, localTax.currency)] : [])]
}

/** Refuses what no e-invoice can be made of. */
function check({ content: { issuer, buyer } }: DocumentRow, { subtotals }: Amounts, { form, buyerReference }: EInvoiceTerms): void {
  const has = (...codes: Category['code'][]) => subtotals.some(({ category }) => codes.includes(category.code))
  if (!/^[A-Z]{2}$/.test(issuer.country)) throw new EInvoiceRefusal('The country of the issuer is unknown.')
  if (has('K', 'G') && !issuer.vatId) throw new EInvoiceRefusal('The issuer has no VAT ID.')
  if (has('S', 'E', 'Z') && !issuer.vatId && !issuer.taxNumber) throw new EInvoiceRefusal('The issuer has no VAT ID and no tax number.')
  if (has('K') && !buyer.vatId) throw new EInvoiceRefusal('The buyer has no VAT ID.')
  if (form !== 'xrechnung') return
  const needed = [
    ['the Leitweg-ID', buyerReference],
    ['the email address of the issuer', issuer.email],
    ['the phone number of the issuer', issuer.phone],
    ['the postal code of the issuer', placeOf(issuer).postalCode],
    ['the city of the issuer', placeOf(issuer).city],
    ['the postal code of the buyer', placeOf(buyer).postalCode],
    ['the city of the buyer', placeOf(buyer).city],
  ] as const
  const missing = needed.filter(([, value]) => !value).map(([name]) => name)
  if (missing.length > 0) throw new EInvoiceRefusal(`XRechnung needs ${missing.join(', ')}.`)
}

/** Terms of the recipient: its form, and the reference that it asks for (BT-10). */
interface EInvoiceTerms {
  form: EInvoiceForm
  buyerReference: string
}

/**
 * Describes a document as an e-invoice. Its amounts are those of the document to the cent.
 * @returns the data, and whether it can be written as UBL, which needs the electronic addresses of both sides
 * @throws EInvoiceRefusal when something is missing that the standard asks for
 */
export function describeEInvoice(document: DocumentRow, terms: EInvoiceTerms): { invoice: InvoiceData; hasAddresses: boolean } {
  const { kind, label, suppliedAt, currency, content } = document
  const { issuer, buyer, order, payment, refersTo, reason, onBehalfBy, localTax } = content
  const isCredit = kind === 'credit_note'
  const amounts = isCredit ? amountsOfCredit(content) : amountsOfInvoice(content)
  const [net, tax] = [sumOf(amounts.subtotals, ({ baseCents }) => baseCents), sumOf(amounts.subtotals, ({ taxCents }) => taxCents)]
  if (net !== document.netCents || tax !== document.taxCents) throw new EInvoiceRefusal('The lines do not add up to the document.')
  check(document, amounts, terms)
  const address = addressOfBuyer(buyer, terms.form, terms.buyerReference)
  const behalf = onBehalfBy && `Issued by ${onBehalfBy} in the name and on behalf of ${issuer.name}.`
  const notes = [reason, behalf, ...(content.producers ?? []).map(producerText)].filter(Boolean)
  const invoice: InvoiceData = {
    'ubl:Invoice': {
      'cbc:ID': label,
      'cbc:IssueDate': issuedOn(document),
      'cbc:DueDate': payment?.kind === 'due' && payment.by !== null ? statedDay(payment.by, content) : undefined,
      'cbc:InvoiceTypeCode': isCredit
        ? CREDIT_NOTE_CODE
        : content.isAdvance
          ? ADVANCE_CODES[terms.form === 'xrechnung' ? 'xrechnung' : 'usual']
          : INVOICE_CODE,
      ...(notes.length > 0 && { 'cbc:Note': notes.map(String) }),
      'cbc:DocumentCurrencyCode': currency,
      'cbc:TaxCurrencyCode': localTax?.currency,
      'cbc:BuyerReference': terms.buyerReference || undefined,
      // the day of the supply is not known before everything is sent (BR-IC-11)
      ...(suppliedAt === null && { 'cac:InvoicePeriod': { 'cbc:StartDate': issuedOn(document) } }),
      'cac:OrderReference': { 'cbc:ID': order.poNumber || order.number, 'cbc:SalesOrderID': order.number },
      ...(content.deducts?.length && {
        'cac:BillingReference': content.deducts.map((advance) => ({
          'cac:InvoiceDocumentReference': { 'cbc:ID': advance.label, 'cbc:IssueDate': advance.issuedOn },
        })),
      }),
      ...(refersTo && {
        'cac:BillingReference': [{ 'cac:InvoiceDocumentReference': { 'cbc:ID': refersTo.label, 'cbc:IssueDate': correctedOn(refersTo) } }],
      }),
      'cac:AccountingSupplierParty': sellerData(issuer),
      'cac:AccountingCustomerParty': buyerData(buyer, address),
      'cac:Delivery': {
        'cbc:ActualDeliveryDate': suppliedAt ?? undefined,
        'cac:DeliveryLocation': { 'cac:Address': { 'cac:Country': { 'cbc:IdentificationCode': buyer.country } } },
      },
      'cac:PaymentMeans': paymentData(content),
      ...(payment?.kind === 'due' && payment.by === null && { 'cac:PaymentTerms': { 'cbc:Note': `Payment is due ${payment.terms}.` } }),
      ...(isCredit && {
        'cac:PaymentTerms': { 'cbc:Note': `${DOCUMENT_KIND_LABELS[kind]}: nothing is to be paid, the amount is returned or set off.` },
      }),
      ...(amounts.charges.length > 0 && {
        'cac:AllowanceCharge': amounts.charges.map(({ cents, category }) => ({
          'cbc:ChargeIndicator': 'true',
          'cbc:AllowanceChargeReasonCode': 'FC',
          'cbc:AllowanceChargeReason': `Shipping to ${countryNameOf(buyer.country)}`,
          ...amount('cbc:Amount', cents, currency),
          'cac:TaxCategory': categoryData(category),
        })),
      }),
      'cac:TaxTotal': taxData(amounts, document),
      'cac:LegalMonetaryTotal': totalsData(amounts, document),
      'cac:InvoiceLine': amounts.lines.map((line, index) => lineData(line, index, currency)),
    },
  }
  return { invoice, hasAddresses: address !== null && issuer.email !== '' }
}
