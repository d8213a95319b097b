import { day, figure } from '#app/lib/format.ts'
import type { QuoteTotals } from '#contract/quotes/quote-content.ts'
import type { Quote, QuoteVersion } from '#contract/quotes/quotes.ts'
import { termSentence } from '#domain/incoterm.ts'
import { type Currency, formatMoney } from '#domain/money.ts'
import { milestoneAmounts, milestoneText } from '#domain/payment-plan.ts'
import { offerSafetyRows } from '#domain/product-safety.ts'
import { leadTimeText } from '#domain/quote.ts'
import { QuoteFiles } from './quote-parts.tsx'

/** Totals of an offer, in the order in which they are added up. */
export function QuoteTotalRows({
  totals,
  currency,
}: {
  totals: Omit<QuoteTotals, 'commissionCents' | 'sellerCents' | 'lines'>
  currency: Currency
}) {
  const amount = (cents: number) => formatMoney(cents, currency)
  return (
    <dl className="total-rows">
      <dt>Subtotal</dt>
      <dd className="price">{amount(totals.subtotalCents)}</dd>
      {totals.discountCents > 0 && (
        <>
          <dt>Discount</dt>
          <dd className="price">{amount(-totals.discountCents)}</dd>
        </>
      )}
      <dt>Freight</dt>
      <dd className="price">{totals.shippingCents === 0 ? 'None' : amount(totals.shippingCents)}</dd>
      {totals.mode === 'added' &&
        totals.taxes.map(({ label, taxCents }) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd className="price">{amount(taxCents)}</dd>
          </div>
        ))}
      <dt className="total">Total</dt>
      <dd className="total price">{amount(totals.totalCents)}</dd>
      {totals.mode === 'included' && (
        <>
          <dt>Includes tax</dt>
          <dd className="price">{amount(totals.taxCents)}</dd>
        </>
      )}
    </dl>
  )
}

/** One version of an offer, whole. */
export function QuoteOffer({ version, quote }: { version: QuoteVersion; quote: Quote }) {
  const { content, totals, validUntil, sha256, number } = version
  const { id, currency, files } = quote
  const safety = offerSafetyRows(content, `${quote.number}, version ${number}`)
  const parts = milestoneAmounts(totals.totalCents, content.plan)
  const taxTexts = [...new Set(totals.taxes.map(({ text }) => text).filter(Boolean))]
  return (
    <div className="grid gap-5">
      <table className="w-full border-collapse" aria-label={`Lines of version ${number}`}>
        <thead>
          <tr className="border-b-[1.5px] border-line text-sm text-ink-2">
            <th scope="col" className="pb-2 text-left font-medium">
              Product or service
            </th>
            <th scope="col" className="pb-2 pl-3 text-right font-medium">
              Quantity
            </th>
            <th scope="col" className="pb-2 pl-3 text-right font-medium max-sm:hidden">
              Unit price
            </th>
            <th scope="col" className="pb-2 pl-3 text-right font-medium">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {content.lines.map(({ name, quantity, leadTime, listPriceCents, unitPriceCents }, index) => {
            const shares = totals.lines[index]
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a version never change
              <tr key={index} className="border-b-[1.5px] border-line align-top">
                <td className="py-2 wrap-anywhere">
                  <bdi>{name}</bdi>
                  {leadTime && <span className="block text-sm text-ink-2">Lead time {leadTime}</span>}
                  {listPriceCents !== null && listPriceCents > unitPriceCents && (
                    <span className="block text-sm text-ink-2">List price {formatMoney(listPriceCents, currency)}</span>
                  )}
                  {quantity > 1 && <span className="block text-sm text-ink-2 sm:hidden">{formatMoney(unitPriceCents, currency)} each</span>}
                </td>
                <td className="py-2 pl-3 text-right tabular-nums">{figure(quantity)}</td>
                <td className="py-2 pl-3 text-right tabular-nums max-sm:hidden">{formatMoney(unitPriceCents, currency)}</td>
                <td className="py-2 pl-3 text-right tabular-nums">{formatMoney(shares?.lineTotalCents ?? 0, currency)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <div className="grid gap-5 md:grid-cols-2">
        <dl className="pairs content-start">
          <dt>Lead time</dt>
          <dd>{leadTimeText(content.leadTime)}</dd>
          {content.freight && (
            <>
              <dt>Freight</dt>
              <dd className="wrap-anywhere">{content.freight.text}</dd>
            </>
          )}
          <dt>Delivery term</dt>
          <dd>{termSentence(content)}</dd>
          <dt>Payment</dt>
          <dd>
            <ul>
              {content.plan.map((milestone, index) => (
                <li key={milestoneText(milestone)}>
                  {milestone.percent}% {milestoneText(milestone)}: {formatMoney(parts[index] ?? 0, currency)}
                </li>
              ))}
            </ul>
          </dd>
          <dt>Valid until</dt>
          <dd>
            <time dateTime={validUntil}>{day(content.validUntil)}</time>
          </dd>
        </dl>
        <div className="md:-mt-3">
          <QuoteTotalRows totals={totals} currency={currency} />
          {taxTexts.map((text) => (
            <p key={text} className="mt-2 text-sm text-ink-2">
              {text}
            </p>
          ))}
        </div>
      </div>
      {content.notes && (
        <p dir="auto" className="max-w-text wrap-anywhere whitespace-pre-line">
          {content.notes}
        </p>
      )}
      {safety.length > 0 && (
        <section aria-label="Product safety">
          <h3 className="mb-2">Product safety</h3>
          <dl className="pairs">
            {safety.map(([label, text]) => (
              <div key={label} className="contents">
                <dt>{label}</dt>
                <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
                  {text}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <QuoteFiles quoteId={id} files={files.filter((file) => content.fileIds.includes(file.id))} label={`Files of version ${number}`} />
      <p className="text-sm text-ink-2">
        Version {number}, fingerprint <code className="break-all">{sha256}</code>
      </p>
    </div>
  )
}
