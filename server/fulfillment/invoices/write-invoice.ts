import { cityLine } from '#domain/customer.ts'
import { dueDate, howToPay, invoiceNumber } from '#domain/invoice.ts'
import { paymentLabel } from '#domain/manual-payment.ts'
import { formatMoney } from '#domain/money.ts'
import { PAYMENT_STATUS_LABELS, paymentMethodLabel, shippingMethodLabel } from '#domain/order.ts'
import { REFUND_STATUS_LABELS } from '#domain/refund-amount.ts'
import { formatCount, formatLongDate } from '#domain/text.ts'
import { unitPriceOf, unitPriceText } from '#domain/unit-price.ts'
import { presentContent } from '#server/catalog/products/fact-columns.ts'
import type { OrderMoney } from '#server/orders/order-payments.ts'
import type { OrderRow } from '#server/orders/order-record.ts'
import { replayTotals } from '#server/orders/store-pricing.ts'
import type { InvoiceRow } from '#server/payments/invoices.ts'
import type { ShopCompany } from '#server/platform/settings/setting-groups.ts'
import { createPdf, type PdfWriter } from '#server/platform/vendors/pdf.ts'
import type { PdfTable } from '#server/platform/vendors/pdf-table.ts'
import { creditedRefunds, type InvoiceFigures, type InvoicePart, type InvoiceSums } from './describe-invoice.ts'

/** Everything that an invoice is written from. */
interface InvoiceSource {
  invoice: InvoiceRow
  order: OrderRow
  figures: InvoiceFigures
  money: OrderMoney
  company: ShopCompany
}

const pair = (first: string, second: string): PdfTable['columns'] => [
  { title: first, share: 4 },
  { title: second, share: 1.6, align: 'right' },
]

const lines = (...texts: (string | undefined)[]) => texts.filter(Boolean).join('\n')
const labelled = (label: string, text: string | undefined) => (text ? `${label}: ${text}` : '')

/** The name of a country in English; what was stored where it is no code. */
function countryName(code: string | undefined): string {
  if (!code || !/^[A-Z]{2}$/.test(code)) return code ?? ''
  return new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? code
}

function partiesOf({ order, company }: InvoiceSource): [seller: string, buyer: string] {
  const { customer } = order
  const seller = lines(
    company.name,
    company.street,
    company.city,
    company.country,
    company.email,
    company.phone,
    labelled('Tax number', company.taxNumber),
  )
  const buyer = lines(
    customer.company,
    `${customer.firstName ?? ''} ${customer.lastName ?? ''}`.trim(),
    customer.address,
    cityLine(customer),
    countryName(customer.country),
    customer.email,
    labelled('VAT id', customer.vatId),
    labelled('Purchase order', customer.poNumber),
  )
  return [seller, buyer]
}

/** Seller, buyer and facts of the invoice side by side, so that items and total fit on the same page. */
function writeHead(page: PdfWriter, source: InvoiceSource): void {
  const { invoice, order } = source
  const facts = lines(
    `Number: ${invoiceNumber(invoice.number)}`,
    `Issued: ${formatLongDate(invoice.issuedAt)}`,
    `Order: ${order.number}`,
    `Ordered: ${formatLongDate(order.createdAt)}`,
    `Shipping: ${shippingMethodLabel(order.shippingMethod)}`,
    `Payment: ${paymentMethodLabel(order.paymentMethod)}, ${PAYMENT_STATUS_LABELS[order.paymentStatus].toLowerCase()}`,
  )
  page.table({
    caption: 'Seller and buyer',
    columns: [
      { title: 'From', share: 1 },
      { title: 'To', share: 1 },
      { title: 'This invoice', share: 1 },
    ],
    rows: [[...partiesOf(source), facts]],
    strong: [],
  })
}

function sumRows({ order, figures }: InvoiceSource, sums: InvoiceSums): string[][] {
  const show = (cents: number) => formatMoney(cents, figures.currency)
  const { taxLines } = replayTotals(order.pricing)
  const [taxLine] = taxLines
  return [
    ['Subtotal', show(sums.subtotal)],
    ...(sums.discount === 0 ? [] : [[order.promoCode ? `Discount (${order.promoCode})` : 'Discount', show(-sums.discount)]]),
    ['Shipping', sums.shipping === 0 ? 'Free' : show(sums.shipping)],
    [taxLines.length === 1 && taxLine ? taxLine.label : 'Tax', show(sums.tax)],
    ['Total', show(sums.total)],
  ]
}

/** Items of one seller; where it is the only one, with the sums below. */
function writePart(page: PdfWriter, source: InvoiceSource, part: InvoicePart): void {
  const show = (cents: number) => formatMoney(cents, source.figures.currency)
  const items = part.lines.map(({ name, quantity, unitPriceCents, lineTotalCents, ...line }) => {
    const content = presentContent(line)
    const perContent = content ? unitPriceText(unitPriceOf(unitPriceCents, content), source.figures.currency) : ''
    return [name, formatCount(quantity), lines(show(unitPriceCents), perContent), show(lineTotalCents)]
  })
  const isOnly = source.figures.parts.length === 1
  const sums = isOnly ? sumRows(source, part.sums).map(([what = '', amount = '']) => [what, '', '', amount]) : []
  page.table({
    caption: `Sold by ${part.businessName}`,
    columns: [
      { title: 'Product', share: 4 },
      { title: 'Quantity', share: 1, align: 'right' },
      { title: 'Unit price', share: 1.5, align: 'right' },
      { title: 'Amount', share: 1.6, align: 'right' },
    ],
    rows: [...items, ...sums],
    strong: isOnly ? [items.length + sums.length - 1] : [],
  })
}

/** Sums of every seller side by side, and of all together: one row each, so that the invoice of two sellers fits on one page. */
function writeSums(page: PdfWriter, source: InvoiceSource): void {
  const { parts, sums } = source.figures
  const labels = sumRows(source, sums).map(([what = '']) => what)
  const amountsOf = (row: InvoiceSums) => {
    const shown = new Map(sumRows(source, row).map(([what = '', amount = '']) => [what, amount]))
    return labels.map((label) => shown.get(label) ?? formatMoney(0, source.figures.currency))
  }
  page.table({
    caption: 'All sellers together',
    columns: [
      { title: 'Seller', share: 2.2 },
      ...labels.map((title) => ({ title, share: title.length > 12 ? 2 : 1.4, align: 'right' as const })),
    ],
    rows: [...parts.map((part) => [part.businessName, ...amountsOf(part.sums)]), ['All sellers', ...amountsOf(sums)]],
    strong: [parts.length],
  })
}

function writeTotal(page: PdfWriter, source: InvoiceSource): void {
  const { figures, invoice, company, order } = source
  const show = (cents: number) => formatMoney(cents, figures.currency)
  page.heading(2, 'Amount')
  if (figures.parts.length > 1) writeSums(page, source)
  const rows = [
    ...figures.cancelled.map(({ businessName, cents }) => [`Canceled: ${businessName}`, show(-cents)]),
    ...(figures.paidCents === 0 && figures.creditCents > 0 ? [['Returned items', show(-figures.creditCents)]] : []),
    ...(figures.paidCents > 0 ? [['Paid', show(-figures.paidCents)]] : []),
    ['Amount due', show(figures.dueCents)],
  ]
  page.table({ caption: 'Balance', columns: pair('What', 'Amount'), rows, strong: [rows.length - 1] })
  if (figures.dueCents > 0) {
    const { payTo } = company
    const dueBy = new Date(Math.max(dueDate(order.createdAt).getTime(), invoice.issuedAt.getTime()))
    const email = order.customer.email ?? order.userEmail
    page.text(howToPay({ amount: show(figures.dueCents), dueBy, number: order.number, email, payTo }), 'strong')
    if (payTo) page.text(payTo)
  } else if (figures.paidCents > 0) page.text('Paid. Thank you.', 'strong')
}

function writeMoney(page: PdfWriter, { figures, money }: InvoiceSource): void {
  const show = (cents: number) => formatMoney(cents, figures.currency)
  if (money.payments.length > 0) {
    page.heading(2, 'Payments')
    page.table({
      caption: 'Payments received',
      columns: [
        { title: 'Day', share: 2 },
        { title: 'How', share: 2 },
        { title: 'Reference', share: 3 },
        { title: 'Amount', share: 1.6, align: 'right' },
      ],
      rows: money.payments.map(({ at, method, reference, amountCents }) => [
        formatLongDate(at),
        paymentLabel(method),
        reference,
        show(amountCents),
      ]),
    })
  }
  const credited = creditedRefunds(money)
  if (credited.length === 0) return
  const total = credited.reduce((sum, { refund }) => sum + refund.amountCents, 0)
  page.heading(2, 'Credit note')
  page.text('Refunds for this invoice, with tax and discount in proportion.')
  page.table({
    caption: 'Refunds',
    columns: [
      { title: 'Day', share: 2 },
      { title: 'Why', share: 4 },
      { title: 'State', share: 1.4 },
      { title: 'Amount', share: 1.6, align: 'right' },
    ],
    rows: [
      ...credited.map(({ refund }) => [
        formatLongDate(refund.createdAt),
        refund.reason || 'Refund',
        REFUND_STATUS_LABELS[refund.status],
        show(-refund.amountCents),
      ]),
      ['All credits', '', '', show(-total)],
    ],
    strong: [credited.length],
  })
  page.text(`Paid after refunds: ${show(figures.paidCents - total)}.`, 'strong')
}

function writeWhole(page: PdfWriter, source: InvoiceSource): void {
  page.heading(1, `Invoice ${invoiceNumber(source.invoice.number)}`)
  page.text(`For order ${source.order.number}. All amounts in ${source.figures.currency}.`, 'lead')
  writeHead(page, source)
  page.heading(2, 'Products')
  for (const part of source.figures.parts) writePart(page, source, part)
  writeTotal(page, source)
  writeMoney(page, source)
}

/** The invoice of an order as a tagged PDF; what changes on it later are payments and credits. */
export function writeInvoice(source: InvoiceSource): Promise<Buffer> {
  const { invoice, order, company } = source
  const facts = {
    title: `Invoice ${invoiceNumber(invoice.number)}`,
    subject: `Invoice of ${company.name} for order ${order.number}.`,
    author: company.name,
    createdAt: invoice.issuedAt,
  }
  return createPdf(facts, (page) => writeWhole(page, source))
}
