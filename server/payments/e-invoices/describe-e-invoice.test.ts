import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { type DocumentContent } from '#domain/document.ts'
import { sumCredits } from '#domain/document-credits.ts'
import { fractionOf } from '#domain/money.ts'
import type { DocumentRow } from '#server/payments/documents/document-record.ts'
import { openEInvoiceWriter } from '#server/platform/vendors/e-invoice.ts'
import { brokenBy } from '#server/testing/check-e-invoice.ts'
import { buyer, documentOf, invoiceOf, issuer, REVERSE } from '#server/testing/invoiced-orders.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { elementsAt, readXml, textAt, type XmlElement } from '#server/testing/read-xml.ts'
import { decisionFor } from '#server/testing/taxed-orders.ts'
import { describeEInvoice, EInvoiceRefusal } from './describe-e-invoice.ts'

const writer = openEInvoiceWriter()
afterAll(() => writer.close())

const DECISIONS = [
  decisionFor('domestic', 19),
  decisionFor('domestic', 7),
  decisionFor('oss', 25.5, { country: 'FI' }),
  decisionFor('domestic', 8.875),
  decisionFor('domestic', 0),
  decisionFor('intra_community', 0, { text: REVERSE }),
  decisionFor('export_to_eu', 0, { text: 'Import VAT and duty are charged on delivery (DAP)' }),
  decisionFor('small_business', 0, { text: 'VAT exempt: small enterprise scheme (Art. 284)' }),
]
const line = fc.record({
  cents: fc.integer({ min: 1, max: 2_000_000 }),
  quantity: fc.integer({ min: 1, max: 40 }),
  decision: fc.nat(DECISIONS.length - 1),
})
const orders = fc.record({ lines: fc.array(line, { minLength: 1, maxLength: 8 }), shipping: fc.nat(90_000) })
const longOrders = fc.record({ lines: fc.array(line, { minLength: 1, maxLength: 40, size: 'max' }), shipping: fc.nat(90_000) })
const FACTUR_X = { form: 'factur_x' as const, buyerReference: '' }

/*
 * The rules of EN 16931, read from the data in the names of UBL: terms are BT-106 (lines), 107 (allowances), 108 (charges), 109 (net), 110
 * (VAT), 112 (gross), 115 (due).
 */

type Data = Record<string, never>
const at = (data: unknown, path: string): unknown => path.split('/').reduce<unknown>((one, name) => (one as Data | undefined)?.[name], data)
const listAt = (data: unknown, path: string) => (at(data, path) ?? []) as unknown[]
const centsAt = (data: unknown, path: string) => Math.round(Number(at(data, path) ?? 0) * 100)
const sum = (list: readonly unknown[], path: string) => list.reduce<number>((whole, one) => whole + centsAt(one, path), 0)

const CODES = { K: 'VATEX-EU-IC', G: 'VATEX-EU-G' } as const

/**
 * Checks the rules of one invoice.
 * @param slack cents by which a tax may differ from its base times its rate, as the validation of the standard allows
 */
function checkRules(data: unknown, slack: number): void {
  const whole = at(data, 'ubl:Invoice')
  const totals = at(whole, 'cac:LegalMonetaryTotal')
  const lines = listAt(whole, 'cac:InvoiceLine')
  const charges = listAt(whole, 'cac:AllowanceCharge')
  const [taxTotal] = listAt(whole, 'cac:TaxTotal')
  const groups = listAt(taxTotal, 'cac:TaxSubtotal')
  const net = centsAt(totals, 'cbc:LineExtensionAmount')
  expect(sum(lines, 'cbc:LineExtensionAmount'), 'BR-CO-10').toBe(net)
  expect(sum(charges, 'cbc:Amount'), 'BR-CO-12').toBe(centsAt(totals, 'cbc:ChargeTotalAmount'))
  expect(net + centsAt(totals, 'cbc:ChargeTotalAmount'), 'BR-CO-13').toBe(centsAt(totals, 'cbc:TaxExclusiveAmount'))
  expect(sum(groups, 'cbc:TaxAmount'), 'BR-CO-14').toBe(centsAt(taxTotal, 'cbc:TaxAmount'))
  expect(centsAt(totals, 'cbc:TaxExclusiveAmount') + centsAt(taxTotal, 'cbc:TaxAmount'), 'BR-CO-15').toBe(
    centsAt(totals, 'cbc:TaxInclusiveAmount'),
  )
  expect(centsAt(totals, 'cbc:TaxInclusiveAmount') - centsAt(totals, 'cbc:PrepaidAmount'), 'BR-CO-16').toBe(
    centsAt(totals, 'cbc:PayableAmount'),
  )
  for (const group of groups) {
    const base = centsAt(group, 'cbc:TaxableAmount')
    const code = String(at(group, 'cac:TaxCategory/cbc:ID'))
    const percent = String(at(group, 'cac:TaxCategory/cbc:Percent'))
    const expected = fractionOf(Math.abs(base), Math.round(Number(percent) * 10_000), 1_000_000)
    expect(Math.abs(centsAt(group, 'cbc:TaxAmount') - expected), `BR-CO-17 ${percent}%`).toBeLessThanOrEqual(slack)
    const isOf = (name: string) => (one: unknown) => at(one, `${name}/cbc:ID`) === code && at(one, `${name}/cbc:Percent`) === percent
    const own = sum(lines.filter(isOf('cac:Item/cac:ClassifiedTaxCategory')), 'cbc:LineExtensionAmount')
    expect(own + sum(charges.filter(isOf('cac:TaxCategory')), 'cbc:Amount'), `BR-${code}-08`).toBe(base)
    expect(
      groups.filter((one) => at(one, 'cac:TaxCategory/cbc:ID') === code && at(one, 'cac:TaxCategory/cbc:Percent') === percent),
    ).toHaveLength(1)
    const seller = listAt(whole, 'cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme')
    expect(seller.length, `BR-${code}-02`).toBeGreaterThan(0)
    if (code === 'S') expect(Number(percent), 'BR-S-05').toBeGreaterThan(0)
    else {
      expect([Number(percent), centsAt(group, 'cbc:TaxAmount')], `BR-${code}-05, -09`).toEqual([0, 0])
      const reason = at(group, 'cac:TaxCategory/cbc:TaxExemptionReason')
      expect(Boolean(reason), `BR-${code}-10`).toBe(code !== 'Z')
      expect(at(group, 'cac:TaxCategory/cbc:TaxExemptionReasonCode')).toBe(CODES[code as keyof typeof CODES])
    }
    if (code === 'K') {
      expect(at(whole, 'cac:AccountingCustomerParty/cac:Party/cac:PartyTaxScheme/cbc:CompanyID'), 'BR-IC-02').toBe('DE111111117')
      expect(at(whole, 'cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country/cbc:IdentificationCode'), 'BR-IC-12').toBe('DE')
      const hasDay = at(whole, 'cac:Delivery/cbc:ActualDeliveryDate') ?? at(whole, 'cac:InvoicePeriod/cbc:StartDate')
      expect(hasDay, 'BR-IC-11').toBeTruthy()
    }
  }
  if (centsAt(totals, 'cbc:PayableAmount') > 0) expect(at(whole, 'cbc:DueDate') ?? at(whole, 'cac:PaymentTerms'), 'BR-CO-25').toBeTruthy()
}

test('I4 BR-CO-10, -13, -14, -15, -17 and BR-S, -IC, -E, -G hold for 500 random orders, to the cents of the document', () => {
  fc.assert(
    fc.property(orders, fc.boolean(), ({ lines, shipping }, isSupplied) => {
      const document = invoiceOf(lines, DECISIONS, shipping, isSupplied ? {} : { suppliedAt: null })
      expect(document.content.sums.discountCents).toBeGreaterThanOrEqual(Math.floor(document.content.sums.subtotalCents / 10))
      const { invoice } = describeEInvoice(document, FACTUR_X)
      checkRules(invoice, 0)
      const totals = at(invoice, 'ubl:Invoice/cac:LegalMonetaryTotal')
      expect(centsAt(totals, 'cbc:TaxInclusiveAmount')).toBe(document.grossCents)
      expect(centsAt(totals, 'cbc:TaxExclusiveAmount')).toBe(document.netCents)
    }),
    { numRuns: 500, seed: 16931 },
  )
})

const moneyText = (cents: number) => (cents / 100).toFixed(2)

/** Fields of an invoice as they are stored and as they are read from either syntax. */
function storedFields({ label, content, netCents, taxCents, grossCents }: DocumentRow) {
  return {
    label,
    issuedAt: '2026-11-27',
    suppliedAt: '2026-11-28',
    dueAt: '2026-12-27',
    currency: 'EUR',
    seller: [content.issuer.name, content.issuer.vatId, content.issuer.street, content.issuer.city, content.issuer.postalCode, 'IE'],
    buyer: [content.buyer.name, content.buyer.vatId, content.buyer.street, content.buyer.city, content.buyer.postalCode, 'DE'],
    order: ['PO 7', content.order.number],
    iban: 'DE02120300000000202051',
    totals: [netCents, taxCents, grossCents].map(moneyText),
    lines: content.lines.map((line) => [
      line.name,
      line.sku ?? '',
      String(line.quantity),
      moneyText(line.unitPriceCents),
      line.discountCents === 0 ? '' : moneyText(line.discountCents),
      moneyText(line.lineTotalCents - line.discountCents),
      String(content.taxes[line.tax]?.percent === 0 ? 0 : (content.taxes[line.tax]?.percent ?? 0) / 10_000),
      line.hsCode ?? '',
      'IE',
      '10.25 kg',
    ]),
  }
}

const dayText = (text: string) => text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')

function readUbl(xml: XmlElement): ReturnType<typeof storedFields> {
  const partyOf = (path: string) => {
    const address = `${path}/Party/PostalAddress`
    const paths = [`${path}/Party/PartyLegalEntity/RegistrationName`, `${path}/Party/PartyTaxScheme/CompanyID`]
    return [...paths, ...['StreetName', 'CityName', 'PostalZone', 'Country/IdentificationCode'].map((name) => `${address}/${name}`)].map(
      (one) => textAt(xml, one),
    )
  }
  const totals = 'LegalMonetaryTotal'
  return {
    label: textAt(xml, 'ID'),
    issuedAt: textAt(xml, 'IssueDate'),
    suppliedAt: textAt(xml, 'Delivery/ActualDeliveryDate'),
    dueAt: textAt(xml, 'DueDate'),
    currency: textAt(xml, 'DocumentCurrencyCode'),
    seller: partyOf('AccountingSupplierParty'),
    buyer: partyOf('AccountingCustomerParty'),
    order: [textAt(xml, 'OrderReference/ID'), textAt(xml, 'OrderReference/SalesOrderID')],
    iban: textAt(xml, 'PaymentMeans/PayeeFinancialAccount/ID'),
    totals: [`${totals}/TaxExclusiveAmount`, 'TaxTotal/TaxAmount', `${totals}/TaxInclusiveAmount`].map((path) => textAt(xml, path)),
    lines: elementsAt(xml, 'InvoiceLine').map((line) =>
      [
        'Item/Name',
        'Item/SellersItemIdentification/ID',
        'InvoicedQuantity',
        'Price/PriceAmount',
        'AllowanceCharge/Amount',
        'LineExtensionAmount',
        'Item/ClassifiedTaxCategory/Percent',
        'Item/CommodityClassification/ItemClassificationCode',
        'Item/OriginCountry/IdentificationCode',
        'Item/AdditionalItemProperty/Value',
      ].map((path) => textAt(line, path)),
    ),
  }
}

function readCii(xml: XmlElement): ReturnType<typeof storedFields> {
  const deal = elementsAt(xml, 'SupplyChainTradeTransaction')[0]
  if (!deal) throw new Error('no transaction')
  const [agreement, settlement] = ['ApplicableHeaderTradeAgreement', 'ApplicableHeaderTradeSettlement'].map(
    (name) => elementsAt(deal, name)[0],
  )
  if (!agreement || !settlement) throw new Error('no agreement')
  const partyOf = (path: string) =>
    [
      'Name',
      'SpecifiedTaxRegistration/ID',
      'PostalTradeAddress/LineOne',
      'PostalTradeAddress/CityName',
      'PostalTradeAddress/PostcodeCode',
      'PostalTradeAddress/CountryID',
    ].map((one) => textAt(agreement, `${path}/${one}`))
  const totals = 'SpecifiedTradeSettlementHeaderMonetarySummation'
  const date = (from: XmlElement, path: string) => dayText(textAt(from, `${path}/DateTimeString`))
  return {
    label: textAt(xml, 'ExchangedDocument/ID'),
    issuedAt: date(xml, 'ExchangedDocument/IssueDateTime'),
    suppliedAt: date(deal, 'ApplicableHeaderTradeDelivery/ActualDeliverySupplyChainEvent/OccurrenceDateTime'),
    dueAt: date(settlement, 'SpecifiedTradePaymentTerms/DueDateDateTime'),
    currency: textAt(settlement, 'InvoiceCurrencyCode'),
    seller: partyOf('SellerTradeParty'),
    buyer: partyOf('BuyerTradeParty'),
    order: ['BuyerOrderReferencedDocument', 'SellerOrderReferencedDocument'].map((name) => textAt(agreement, `${name}/IssuerAssignedID`)),
    iban: textAt(settlement, 'SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/IBANID'),
    totals: ['TaxBasisTotalAmount', 'TaxTotalAmount', 'GrandTotalAmount'].map((name) => textAt(settlement, `${totals}/${name}`)),
    lines: elementsAt(deal, 'IncludedSupplyChainTradeLineItem').map((line) =>
      [
        'SpecifiedTradeProduct/Name',
        'SpecifiedTradeProduct/SellerAssignedID',
        'SpecifiedLineTradeDelivery/BilledQuantity',
        'SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount',
        'SpecifiedLineTradeSettlement/SpecifiedTradeAllowanceCharge/ActualAmount',
        'SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount',
        'SpecifiedLineTradeSettlement/ApplicableTradeTax/RateApplicablePercent',
        'SpecifiedTradeProduct/DesignatedProductClassification/ClassCode',
        'SpecifiedTradeProduct/OriginTradeCountry/ID',
        'SpecifiedTradeProduct/ApplicableProductCharacteristic/Value',
      ].map((path) => textAt(line, path)),
    ),
  }
}

test('I4 I3 written UBL and CII are read back to the stored cents in every field, with 25.5 and 8.875 percent', async () => {
  // to write one takes a tenth of a second, however many lines it has: the library compiles its schema each time
  const samples = TESTS_ALL ? fc.sample(orders, 500) : fc.sample(longOrders, { numRuns: 1, seed: 3 })
  const fixed = { lines: [0, 2, 3, 5].map((decision) => ({ cents: 36_90 + decision, quantity: 3, decision })), shipping: 9_99 }
  for (const { lines, shipping } of [fixed, ...samples]) {
    const document = invoiceOf(lines, DECISIONS, shipping)
    const { invoice, hasAddresses } = describeEInvoice(document, FACTUR_X)
    expect(hasAddresses).toBe(true)
    const expected = storedFields(document)
    const [ubl, cii] = [await writer.write(invoice, 'UBL'), await writer.write(invoice, 'CII')]
    expect(readUbl(readXml(ubl))).toEqual(expected)
    expect(readCii(readXml(cii))).toEqual(expected)
    if (lines === fixed.lines) expect([...brokenBy(ubl), ...brokenBy(cii)]).toEqual([])
  }
})

test('I4 XRechnung has the Leitweg-ID as reference and address, its profile, and the units of Rec 20 and 21', async () => {
  const reference = '04011000-1234512345-06'
  const document = invoiceOf(
    [0, 0, 0].map((decision) => ({ cents: 10_00, quantity: 2, decision })),
    DECISIONS,
    0,
  )
  const { invoice } = describeEInvoice(document, { form: 'xrechnung', buyerReference: reference })
  const xml = readXml(await writer.write(invoice, 'XRECHNUNG-UBL'))
  expect(textAt(xml, 'CustomizationID')).toBe('urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0')
  expect(textAt(xml, 'BuyerReference')).toBe(reference)
  const [address] = elementsAt(xml, 'AccountingCustomerParty/Party/EndpointID')
  expect([address?.text, address?.attributes.schemeID]).toEqual([reference, '0204'])
  expect(elementsAt(xml, 'InvoiceLine/InvoicedQuantity').map(({ attributes }) => attributes.unitCode)).toEqual(['H87', 'XPK', 'XRO'])
})

test('I4 a credit note is one in both syntaxes and names its invoice; VAT that is returned without an amount moves its base to the exempt supply', async () => {
  const invoice = invoiceOf([{ cents: 46_89, quantity: 1, decision: 0 }], [decisionFor('oss', 19)], 0)
  const taxes = invoice.content.taxes
  const rows = (credits: DocumentContent['credits']) =>
    documentOf(
      {
        ...invoice.content,
        lines: [],
        credits,
        ...sumCredits(credits, taxes),
        payment: null,
        refersTo: { label: 'INV-000007', issuedAt: '2026-11-27T09:00:00.000Z' },
        reason: 'VAT ID confirmed',
      },
      { kind: 'credit_note', label: 'CN-000001' },
    )
  const credit = { lineId: null, businessId: 'seller', businessName: 'Seller', tax: 0 }
  const part = rows([{ ...credit, name: 'Mat', quantity: 3, grossCents: 35_70, taxCents: 5_70 }])
  const { invoice: described } = describeEInvoice(part, FACTUR_X)
  checkRules(described, 1)
  const ubl = await writer.write(described, 'UBL')
  expect(ubl).toContain('<CreditNote ')
  expect(ubl).toContain('<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>')
  const xml = readXml(ubl)
  expect(textAt(xml, 'BillingReference/InvoiceDocumentReference/ID')).toBe('INV-000007')
  expect(textAt(xml, 'LegalMonetaryTotal/TaxInclusiveAmount')).toBe('35.70')
  expect(await writer.write(described, 'CII')).toContain('<ram:TypeCode>381</ram:TypeCode>')

  const onlyVat = rows([{ ...credit, name: 'VAT', quantity: null, grossCents: 8_91, taxCents: 8_91 }])
  const { invoice: moved } = describeEInvoice(onlyVat, FACTUR_X)
  checkRules(moved, 0)
  const totals = at(moved, 'ubl:Invoice/cac:LegalMonetaryTotal')
  expect([centsAt(totals, 'cbc:TaxExclusiveAmount'), centsAt(totals, 'cbc:TaxInclusiveAmount')]).toEqual([0, 8_91])
  expect(readXml(await writer.write(moved, 'UBL')).name).toBe('CreditNote')
})

test('I4 what the standard asks for and is not there makes no e-invoice, with a sentence that says it', async () => {
  const document = invoiceOf([{ cents: 100, quantity: 1, decision: 5 }], DECISIONS, 0)
  const without = (change: Partial<DocumentContent>) => ({ ...document, content: { ...document.content, ...change } })
  const refused = (changed: DocumentRow, terms: Parameters<typeof describeEInvoice>[1] = FACTUR_X) => {
    try {
      describeEInvoice(changed, terms)
      return null
    } catch (error) {
      return error instanceof EInvoiceRefusal ? error.message : error
    }
  }
  expect(refused(document)).toBeNull()
  expect(refused(without({ buyer: { ...buyer, vatId: '' } }))).toBe('The buyer has no VAT ID.')
  expect(refused(without({ issuer: { ...issuer, vatId: '' } }))).toBe('The issuer has no VAT ID.')
  expect(refused({ ...document, netCents: 99 })).toBe('The lines do not add up to the document.')
  expect(refused(without({ issuer: { ...issuer, postalCode: '' } }), { form: 'xrechnung', buyerReference: '04011000-1234512345-06' })).toBe(
    'XRechnung needs the postal code of the issuer.',
  )
  await expect(writer.write({ 'ubl:Invoice': {} }, 'UBL')).rejects.toThrow('validation failed')
})
