import type { QuoteTotals, VersionContent } from '#contract/quotes/quote-content.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { cityLine } from '#domain/customer.ts'
import { termSentence } from '#domain/incoterm.ts'
import { type Currency, formatMoney } from '#domain/money.ts'
import { milestoneAmounts, milestoneText } from '#domain/payment-plan.ts'
import { offerSafetyRows } from '#domain/product-safety.ts'
import { leadTimeText } from '#domain/quote.ts'
import { formatCount, formatLongDate, formatLongDay } from '#domain/text.ts'
import type { Db } from '#server/platform/db/client.ts'
import { found } from '#server/platform/http/refusal.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { createPdf } from '#server/platform/vendors/pdf.ts'
import { listFiles } from './quote-files.ts'
import { findQuote, listVersions, type QuoteScope, readVersion, type VersionRow } from './quote-record.ts'

/** A version as it is printed. */
interface PrintedVersion {
  number: string
  currency: Currency
  seller: string
  /** Name and company of the buyer. */
  buyer: readonly string[]
  version: VersionRow
  /** Names of its files. */
  files: readonly string[]
  shop: { name: string; timeZone: string }
}

/** Returns the PDF of a version for somebody who may see its quote. Refuses `not_found` for others. */
export async function readVersionPdf(
  db: Db,
  scope: QuoteScope,
  { id, n }: { id: string; n: number },
): Promise<{ name: string; type: string; bytes: Buffer }> {
  const { row, businessName } = found(await findQuote(db, scope, id))
  const version = found((await listVersions(db, id)).find(({ number }) => number === n))
  const { company } = await readSettings(db)
  const { fileIds } = readVersion(version).content
  const files = (await listFiles(db, scope, id)).filter((file) => fileIds.includes(file.id)).map(({ name }) => name)
  const buyer = [row.buyerName, row.buyerCompany].filter(Boolean)
  const bytes = await writeVersion({
    number: row.number,
    currency: row.currency,
    seller: businessName ?? '',
    buyer,
    version,
    files,
    shop: company,
  })
  return { name: `offer-${row.number}-${n}.pdf`, type: 'application/pdf', bytes }
}

/** Writes a version of an offer: lines, totals, delivery term, payment plan, validity, and the hash of what it says. */
async function writeVersion({ number, currency, seller, buyer, version, files, shop }: PrintedVersion): Promise<Buffer> {
  const { content, totals } = readVersion(version)
  const title = `Offer ${number}, version ${version.number}`
  const facts = { title, subject: `Offer of ${seller}`, author: shop.name, createdAt: version.createdAt }
  return createPdf(facts, (page) => {
    page.heading(1, title)
    page.text(`From ${seller}, through ${shop.name}, on ${formatLongDay(version.createdAt, shop.timeZone)}.`, 'lead')
    page.text(`Valid until ${formatLongDate(new Date(content.validUntil))}.`, 'strong')
    page.heading(2, 'For')
    const { delivery, buyer: kind } = content
    page.text(
      [...buyer, cityLine(delivery), countryNameOf(delivery.country), kind.vatId && `VAT ID ${kind.vatId}`].filter(Boolean).join('\n'),
    )
    page.table({
      caption: 'Lines',
      columns: [
        { title: 'Product or service', share: 4 },
        { title: 'Quantity', share: 1, align: 'right' },
        { title: 'Unit price', share: 1.5, align: 'right' },
        { title: 'Amount', share: 1.5, align: 'right' },
      ],
      rows: lineRows(content, totals, currency),
    })
    page.table({
      caption: 'Totals',
      columns: [
        { title: 'Total', share: 4 },
        { title: 'Amount', share: 2, align: 'right' },
      ],
      rows: totalRows(content, totals, currency),
    })
    for (const text of new Set(totals.taxes.map((tax) => tax.text).filter(Boolean))) page.text(text, 'small')
    page.heading(2, 'Delivery')
    page.text(termSentence(content))
    page.text(leadTimeOf(content))
    page.heading(2, 'Payment')
    const parts = milestoneAmounts(totals.totalCents, content.plan)
    page.list(content.plan.map((one, index) => `${one.percent}% ${milestoneText(one)}: ${formatMoney(parts[index] ?? 0, currency)}`))
    if (content.notes) {
      page.heading(2, 'Notes')
      page.text(content.notes)
    }
    const safety = offerSafetyRows(content, `${number}, version ${version.number}`)
    if (safety.length > 0) page.heading(2, 'Product safety')
    for (const [label, text] of safety) page.text(`${label}: ${text.replaceAll('\n', ', ')}`)
    if (files.length > 0) {
      page.heading(2, 'Files')
      page.list(files)
      page.text('You can download them on the page of this quote.', 'small')
    }
    page.text(`SHA-256 of this version: ${version.sha256}`, 'small')
  })
}

function lineRows({ lines }: VersionContent, totals: QuoteTotals, currency: Currency): string[][] {
  return lines.map(({ name, quantity, leadTime }, index) => {
    const { unitPriceCents = 0, lineTotalCents = 0 } = totals.lines[index] ?? {}
    const lead = leadTime && `Lead time ${leadTime}`
    return [
      [name, lead].filter(Boolean).join('\n'),
      formatCount(quantity),
      formatMoney(unitPriceCents, currency),
      formatMoney(lineTotalCents, currency),
    ]
  })
}

function totalRows({ freight }: VersionContent, totals: QuoteTotals, currency: Currency): string[][] {
  const amount = (cents: number) => formatMoney(cents, currency)
  const isAdded = totals.mode === 'added'
  return [
    ['Subtotal', amount(totals.subtotalCents)],
    ...(totals.discountCents > 0 ? [['Discount', amount(-totals.discountCents)]] : []),
    [freight?.text ?? 'Freight: none', amount(totals.shippingCents)],
    ...(isAdded ? totals.taxes.map(({ label, taxCents }) => [label, amount(taxCents)]) : []),
    ['Total', amount(totals.totalCents)],
    ...(isAdded ? [] : totals.taxes.map(({ label, taxCents }) => [`Includes ${label}`, amount(taxCents)])),
  ]
}

const leadTimeOf = ({ leadTime }: VersionContent): string =>
  leadTime.weeks === 0 ? `${leadTimeText(leadTime)}.` : `Lead time: ${leadTimeText(leadTime)}.`
