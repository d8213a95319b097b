import { countryNameOf } from '#domain/country-name.ts'
import { cityLine } from '#domain/customer.ts'
import {
  correctedOn,
  DOCUMENT_KIND_LABELS,
  type DocumentContent,
  type DocumentLine,
  type DocumentParty,
  type DocumentSums,
  dueOfInvoice,
  isCustomsSale,
  isSalesTax,
  issuedOn,
  percentOfTax,
  statedDay,
  sumLines,
} from '#domain/document.ts'
import { figuresOf } from '#domain/document-figures.ts'
import { saysDuty } from '#domain/duty-text.ts'
import { howToPay } from '#domain/invoice.ts'
import { type Currency, formatMoney, formatPercent } from '#domain/money.ts'
import { paymentMethodLabel, shippingMethodLabel } from '#domain/order.ts'
import { producerText } from '#domain/producer-registers.ts'
import type { SaleUnit } from '#domain/product-fields.ts'
import { stateName } from '#domain/states.ts'
import { INTRA_COMMUNITY_TEXT, taxLabel } from '#domain/tax-decision.ts'
import { formatCount, formatLongDate, pluralize } from '#domain/text.ts'
import { addDays } from '#domain/time.ts'
import { unitPriceOf, unitPriceText } from '#domain/unit-price.ts'
import { createPdf, type PdfWriter } from '#server/platform/vendors/pdf.ts'
import type { PdfTable } from '#server/platform/vendors/pdf-table.ts'
import type { DocumentRow } from './document-record.ts'

/**
 * A document to be written, and the address of its recipient: it is not frozen, so that nothing of an erased account stays but what the law
 * asks for.
 */
interface WrittenDocument {
  document: DocumentRow
  email: string
  /** E-invoice that is put into the file; null for none. */
  xml?: string | null
}

const joined = (...texts: (string | undefined)[]) => texts.filter(Boolean).join('\n')
const labelled = (label: string, text: string | undefined) => (text ? `${label}: ${text}` : '')
const longDay = (day: string) => formatLongDate(new Date(day))

const pair = (first: string, second: string): PdfTable['columns'] => [
  { title: first, share: 4 },
  { title: second, share: 1.6, align: 'right' },
]

function addressOf({ name, contact, street, city, state, postalCode: zipCode, country }: DocumentParty): string[] {
  const place = cityLine({ city, state, zipCode, country })
  return [name, contact, street, place, /^[A-Z]{2}$/.test(country) ? countryNameOf(country) : country]
}

function taxNumbersOf({ vatId, taxNumber }: DocumentParty): string[] {
  return [labelled('VAT ID', vatId), vatId === taxNumber ? '' : labelled('Tax number', taxNumber)]
}

/** Returns the issuer with all VAT ids that the document is reported by. */
function issuerOf({ issuer, taxes }: DocumentContent): DocumentParty {
  const numbers = new Set(taxes.flatMap(({ registration }) => registration || []))
  return numbers.size > 1 ? { ...issuer, vatId: [...numbers].join(', ') } : issuer
}

/** Issuer, recipient and facts side by side, so that items and total fit on the same page. */
function writeHead(page: PdfWriter, { document, email }: WrittenDocument): void {
  const { kind, label, suppliedAt, content } = document
  const { issuer, buyer, order, refersTo } = content
  const facts = joined(
    `Number: ${label}`,
    `Issued: ${longDay(issuedOn(document))}`,
    refersTo ? `Corrects: ${refersTo.label} of ${longDay(correctedOn(refersTo))}` : '',
    labelled('Order', order.number),
    order.placedAt && `Ordered: ${longDay(statedDay(order.placedAt, content))}`,
    suppliedAt ? `Supplied: ${longDay(suppliedAt)}` : '',
    order.shippingMethod && `Shipping: ${shippingMethodLabel(order.shippingMethod as 'standard')}`,
    kind === 'invoice' && order.paymentMethod ? `Payment: ${paymentMethodLabel(order.paymentMethod as 'card')}` : '',
  )
  page.table({
    caption: 'Seller and buyer',
    columns: [
      { title: 'From', share: 1 },
      { title: 'To', share: 1 },
      { title: kind === 'invoice' ? 'This invoice' : `This ${DOCUMENT_KIND_LABELS[kind].toLowerCase()}`, share: 1 },
    ],
    rows: [
      [
        joined(...addressOf(issuer), issuer.email, issuer.phone, ...taxNumbersOf(issuerOf(content))),
        joined(...addressOf(buyer), email, ...taxNumbersOf(buyer), labelled('Purchase order', order.poNumber)),
        facts,
      ],
    ],
    strong: [],
  })
  if (content.onBehalfBy) page.text(`Issued by ${content.onBehalfBy} in the name and on behalf of ${issuer.name}.`)
}

/** Documents between the platform and a seller. */
const isMonthly = ({ kind }: Pick<DocumentRow, 'kind'>) => kind === 'commission' || kind === 'self_bill'

/** Rows of the sums. The subtotal is that of the amounts in the rows of the items: after the discount, which they show beside it. */
function sumRows(document: DocumentRow, sums: DocumentSums): string[][] {
  const { content, currency } = document
  const show = (cents: number) => formatMoney(cents, currency)
  const { taxes, mode } = content
  const [tax] = taxes
  const isIncluded = mode === 'included'
  const name = taxes.length === 1 && tax ? tax.label : isSalesTax(content) ? 'Tax' : 'VAT'
  const taxRow = [isIncluded ? `Includes ${name}` : name, show(sums.taxCents)]
  return [
    ['Subtotal', show(sums.subtotalCents - sums.discountCents)],
    ...(isMonthly(document) ? [] : [['Shipping', sums.shippingCents === 0 ? 'Free' : show(sums.shippingCents)]]),
    ...(isIncluded ? [['Total', show(sums.totalCents)], taxRow] : [taxRow, ['Total', show(sums.totalCents)]]),
  ]
}

const UNIT_WORDS: Readonly<Partial<Record<SaleUnit, readonly [one: string, many: string]>>> = {
  pack: ['pack', 'packs'],
  roll: ['roll', 'rolls'],
  box: ['box', 'boxes'],
  bag: ['bag', 'bags'],
  set: ['set', 'sets'],
}

/** Returns a quantity with its unit, such as "2 boxes"; of single items only the number. */
function quantityText(quantity: number, unit: SaleUnit | undefined): string {
  const words = unit && UNIT_WORDS[unit]
  return words ? pluralize(quantity, ...words) : formatCount(quantity)
}

function itemRow(
  line: DocumentLine,
  currency: Currency,
  { isCustoms, namesSeller }: { isCustoms: boolean; namesSeller: boolean },
): string[] {
  const {
    name,
    sku,
    businessName,
    quantity,
    saleUnit,
    unitPriceCents,
    lineTotalCents,
    discountCents,
    content,
    hsCode,
    originCountry,
    weightGrams,
  } = line
  const show = (cents: number) => formatMoney(cents, currency)
  const perContent = content ? unitPriceText(unitPriceOf(unitPriceCents, content), currency) : ''
  const customs = isCustoms
    ? [
        labelled('HS code', hsCode ?? undefined),
        labelled('Origin', originCountry ? countryNameOf(originCountry) : undefined),
        weightGrams === null ? '' : `Weight: ${formatCount((weightGrams * quantity) / 1000)} kg`,
      ]
    : []
  return [
    joined(name, [labelled('SKU', sku ?? undefined), namesSeller && `Sold by ${businessName}`].filter(Boolean).join(', '), ...customs),
    quantityText(quantity, saleUnit),
    joined(show(unitPriceCents), perContent),
    show(lineTotalCents - discountCents),
  ]
}

/** Items, those of each seller together. With a discount, each row has the price, what the code takes off, and what is left. */
function writeItems(page: PdfWriter, document: DocumentRow, parts: readonly (readonly DocumentLine[])[]): void {
  const { content, currency } = document
  const { promoCode } = content.order
  const lines = parts.flat()
  const shown = { isCustoms: isCustomsSale(content), namesSeller: parts.length > 1 }
  const hasDiscount = lines.some(({ discountCents }) => discountCents > 0)
  const priceTitle = content.mode === 'included' ? 'Unit price with VAT' : 'Unit price'
  const soldBy = parts.length > 1 ? `Sold by ${parts.length} sellers` : `Sold by ${lines[0]?.businessName ?? content.issuer.name}`
  const withCode = hasDiscount && promoCode ? `${soldBy}, discount by code ${promoCode}` : soldBy
  page.table({
    caption: isMonthly(document) ? 'By day' : withCode,
    columns: [
      { title: isMonthly(document) ? 'Description' : 'Product', share: hasDiscount ? 4.6 : 4 },
      { title: 'Quantity', share: 0.95, align: 'right' },
      { title: priceTitle, share: hasDiscount ? 1.15 : 1.5, align: 'right' },
      ...(hasDiscount ? [{ title: 'Discount', share: 1.15, align: 'right' as const }] : []),
      { title: 'Amount', share: hasDiscount ? 1.15 : 1.6, align: 'right' },
    ],
    rows: lines.map((line) => {
      const row = itemRow(line, currency, shown)
      return hasDiscount ? row.toSpliced(-1, 0, line.discountCents > 0 ? formatMoney(-line.discountCents, currency) : '') : row
    }),
  })
}

/**
 * Sums of every seller side by side, of all together, and the balance: one row each, so that the invoice of three sellers fits on one page.
 */
function writeSums(page: PdfWriter, document: DocumentRow, parts: readonly (readonly DocumentLine[])[]): void {
  const { content, currency } = document
  const labels = sumRows(document, content.sums).map(([what = '']) => what)
  const amountsOf = (sums: DocumentSums) => {
    const shown = new Map(sumRows(document, sums).map(([what = '', amount = '']) => [what, amount]))
    return labels.map((label) => shown.get(label) ?? formatMoney(0, currency))
  }
  const balance = balanceRows(document).map(([what = '', amount = '']) => [
    what,
    ...labels.map((label) => (label === 'Total' ? amount : '')),
  ])
  page.table({
    caption: 'All sellers together',
    columns: [
      { title: 'Seller', share: 2.2 },
      ...labels.map((title) => ({ title, share: title.length > 12 ? 2 : 1.4, align: 'right' as const })),
    ],
    rows: [
      ...parts.map((lines) => [lines[0]?.businessName ?? '', ...amountsOf(sumLines(lines, content.mode))]),
      ['All sellers', ...amountsOf(content.sums)],
      ...balance,
    ],
    strong: [parts.length, parts.length + balance.length],
  })
}

/** Tax by rate and reason, with what it is reported by. */
function writeTaxes(page: PdfWriter, { kind, content, currency }: DocumentRow): void {
  const show = (cents: number) => formatMoney(cents, currency)
  const isUs = isSalesTax(content)
  const isMoved = content.credits.some(({ baseCents }) => baseCents !== undefined)
  const texts = new Set(content.taxes.filter(({ baseCents, taxCents }) => baseCents + taxCents > 0).map(({ text }) => text))
  const shown = isMoved ? figuresOf({ kind, content }) : content.taxes.filter(({ baseCents, taxCents }) => baseCents + taxCents > 0)
  const isExport = shown.every(({ reason }) => reason === 'export')
  const nameOf = (tax: (typeof shown)[number]) => {
    const { percent, reason, country, state } = tax
    const place = state && isUs ? stateName(country, state) : countryNameOf(country)
    const isPlaced = country !== '' && (isUs || percent > 0) // a supply without VAT is exempt where it is sent from, not where it goes
    const rate = `${isUs ? 'Sales tax' : 'VAT'} ${formatPercent(percentOfTax({ percent }))}${isPlaced ? `, ${place}` : ''}`
    const registration = 'registration' in tax && tax.registration ? ` (${tax.registration})` : ''
    return `${reason === 'export' ? taxLabel({ percent, reason }) : rate}${registration}`
  }
  page.table({
    caption: isUs ? 'Sales tax' : isExport ? 'Tax' : 'VAT',
    columns: [
      { title: 'Rate', share: 4 },
      { title: isUs ? 'Taxable amount' : `Amount without ${isExport ? 'tax' : 'VAT'}`, share: 1.8, align: 'right' },
      { title: 'Tax', share: 1.4, align: 'right' },
    ],
    rows: shown.map((tax) => [nameOf(tax), show(tax.baseCents), show(tax.taxCents)]),
  })
  if (isMoved) texts.add(INTRA_COMMUNITY_TEXT)
  for (const text of texts) if (text) page.text(text)
  if (content.localTax) {
    const { currency: local, cents, perEur, day } = content.localTax
    page.text(
      `VAT in ${local}: ${(cents / 100).toFixed(2)} (reference rate of ${longDay(day)}: 1 EUR = ${perEur} ${local === 'EUR' ? currency : local}).`,
    )
  }
  const isStated = [...texts].some(saysDuty)
  if (isCustomsSale(content) && !isStated) page.text('Delivered at place (DAP): duty and import tax are charged on delivery.')
  for (const producer of content.producers ?? []) page.text(producerText(producer))
}

/** Rows of what was paid and is due; none on documents that nobody pays. */
function balanceRows({ content, currency, grossCents }: DocumentRow): string[][] {
  const { payment } = content
  if (!payment) return []
  const show = (cents: number) => formatMoney(cents, currency)
  if (payment.kind === 'due') {
    const { paidCents = 0 } = payment
    return [...(paidCents > 0 ? [['Paid before', show(-paidCents)]] : []), ['Amount due', show(dueOfInvoice(content))]]
  }
  const { at, label, reference } = payment
  return [
    [`Paid on ${longDay(statedDay(at, content))}, ${label}${reference ? ` (${reference})` : ''}`, show(-grossCents)],
    ['Amount due', show(0)],
  ]
}

function writeHowToPay(page: PdfWriter, { document: { content, currency }, email }: WrittenDocument): void {
  const { payment, order } = content
  if (!payment) return
  if (payment.kind === 'paid') return page.text('Paid. Thank you.', 'strong')
  const { payTo } = payment
  const amount = formatMoney(dueOfInvoice(content), currency)
  const dueBy = payment.by === null ? payment.terms : new Date(statedDay(payment.by, content))
  page.text(howToPay({ amount, dueBy, number: order.number, email: email || 'you', payTo }), 'strong')
  if (payTo)
    page.text(
      payTo
        .trim()
        .split(/\s*\n\s*/)
        .join(' · '),
    )
}

/** Sums and balance of what one seller, or the platform, has sold. */
function writeTotal(page: PdfWriter, document: DocumentRow): void {
  const rows = [...sumRows(document, document.content.sums), ...balanceRows(document)]
  const strong = rows.flatMap(([what = ''], index) => (['Total', 'Amount due'].includes(what) ? [index] : []))
  page.table({ caption: 'Total', columns: pair('Description', 'Amount'), rows, strong })
}

function writeInvoiceBody(page: PdfWriter, written: WrittenDocument): void {
  const { document } = written
  const parts = [...Map.groupBy(document.content.lines, ({ businessId }) => businessId).values()]
  page.heading(2, isMonthly(document) ? 'Items' : 'Products')
  writeItems(page, document, parts)
  // the total, its taxes and how to pay it are on one page
  page.together((kept) => {
    kept.heading(2, 'Amount')
    if (parts.length > 1) writeSums(kept, document, parts)
    else writeTotal(kept, document)
    writeTaxes(kept, document)
    writeHowToPay(kept, written)
    if (isMonthly(document)) kept.text(settledText(document))
  })
}

/** Returns how a monthly document is paid: not at all, it is part of the seller's balance. */
function settledText({ kind, content: { issuer, buyer } }: DocumentRow): string {
  if (kind === 'commission') return `Settled against the balance of ${buyer.name} at ${issuer.name}. No payment is due.`
  return `Self-billing: issued by the customer. Settled against the balance of ${issuer.name} at ${buyer.name}.`
}

function writeCreditBody(page: PdfWriter, { content, currency }: DocumentRow): void {
  const show = (cents: number) => formatMoney(cents, currency)
  page.heading(2, 'Credited')
  page.table({
    caption: 'Credited amounts, with tax',
    columns: [
      { title: 'Description', share: 4 },
      { title: 'Sold by', share: 2.4 },
      { title: 'Quantity', share: 1, align: 'right' },
      { title: 'Amount', share: 1.6, align: 'right' },
    ],
    rows: [
      ...content.credits.map(({ name, businessName, quantity, grossCents }) => [
        name,
        businessName,
        quantity === null ? '' : formatCount(quantity),
        show(grossCents),
      ]),
      ['Total credited', '', '', show(content.sums.totalCents)],
    ],
    strong: [content.credits.length],
  })
}

function periodText(period: DocumentContent['period']): string {
  if (!period) return ''
  return `For ${longDay(period.from)} to ${longDay(addDays(period.to, -1))}. `
}

function writeWhole(page: PdfWriter, written: WrittenDocument): void {
  const { document } = written
  const { kind, label, content, currency } = document
  page.heading(1, `${DOCUMENT_KIND_LABELS[kind]} ${label}`)
  const about = content.order.number ? `For order ${content.order.number}. ` : periodText(content.period)
  page.text(`${about}${content.reason && `${content.reason}. `}All amounts in ${currency}.`, 'lead')
  writeHead(page, written)
  if (kind !== 'credit_note') return writeInvoiceBody(page, written)
  writeCreditBody(page, document)
  page.heading(2, 'Amount')
  writeTaxes(page, document)
}

/**
 * Writes a document as a tagged PDF. It depends on nothing but the frozen content, its e-invoice and the address of the recipient: the
 * bytes stay the same.
 */
export function writeDocument(written: WrittenDocument): Promise<Buffer> {
  const { kind, label, content, issuedAt } = written.document
  const { xml } = written
  const title = `${DOCUMENT_KIND_LABELS[kind]} ${label}`
  const about = content.order.number ? ` for order ${content.order.number}` : ''
  const facts = {
    title,
    subject: `${title} from ${content.issuer.name}${about}.`,
    author: content.issuer.name,
    createdAt: issuedAt,
    ...(xml && { eInvoice: xml }),
  }
  return createPdf(facts, (page) => writeWhole(page, written))
}
