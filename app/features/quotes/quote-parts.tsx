import { Link } from 'react-router'
import { DownloadButton } from '#app/features/kit/frame/download-button.tsx'
import { day, figure, instant, money } from '#app/lib/format.ts'
import type { Quote, QuoteFile, QuoteSummary } from '#contract/quotes/quotes.ts'
import { BUYER_KIND_LABELS } from '#domain/buyer-kind.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { cityLine } from '#domain/customer.ts'
import { QUOTE_STATE_LABELS, type QuoteState } from '#domain/quote-state.ts'

const TONES: Readonly<Record<QuoteState, string>> = {
  requested: 'warn',
  offered: 'blue',
  accepted: 'ok',
  declined: 'bad',
  withdrawn: 'idle',
  expired: 'idle',
}

/** The state of a quote: a word, with a color of its own. */
export function QuoteStateWord({ state }: Pick<QuoteSummary, 'state'>) {
  return <span className={`status ${TONES[state]}`}>{QUOTE_STATE_LABELS[state]}</span>
}

/** Labels of what a buyer can wish for. */
export const WANT_LABELS: Readonly<Record<string, string>> = {
  installation: 'Installation',
  training: 'Training',
  unloading: 'Unloading',
}

/** Files of a request or an offer, each with its button; nothing without files. */
export function QuoteFiles({ quoteId, files, label }: { quoteId: string; files: readonly QuoteFile[]; label: string }) {
  if (files.length === 0) return null
  return (
    <ul className="mt-4 grid gap-2" aria-label={label}>
      {files.map(({ id, name }) => (
        <li key={id} className="flex items-center justify-between gap-3 border-t-[1.5px] border-line pt-2">
          <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
          <DownloadButton path={`/api/quotes/${quoteId}/files/${id}`} fileName={name} name={name} />
        </li>
      ))}
    </ul>
  )
}

/** The request of the buyer. */
export function QuoteRequest({ quote }: { quote: Quote }) {
  const { request, currency, calculation, files } = quote
  const { lines, deliverTo, neededBy, wants, message, details, buyerKind, vatId } = request
  const facts = [
    ...details.map(({ label, value }) => [label, value]),
    ['Deliver to', deliverTo && `${cityLine(deliverTo)}, ${countryNameOf(deliverTo.country)}`],
    ['Buying as', BUYER_KIND_LABELS[buyerKind]],
    ['VAT ID', vatId],
    ['Needed by', neededBy && day(neededBy)],
    ['Also wanted', wants.map((want) => WANT_LABELS[want] ?? want).join(', ')],
  ].filter((row): row is [string, string] => Boolean(row[1]))
  return (
    <section aria-labelledby="asked" className="frame p-5 md:p-6">
      <h2 id="asked" className="text-xl">
        {request.by === 'seller' ? 'About this quote' : 'Request'}
      </h2>
      {lines.length > 0 && (
        <ul className="mt-3 grid gap-3">
          {lines.map(({ productId, name, quantity, targetPrice, note }) => (
            <li key={productId} className="wrap-anywhere">
              <span className="font-medium">
                {figure(quantity)} × <bdi>{name}</bdi>
              </span>
              {targetPrice !== null && <span className="text-ink-2">, wished price {money(targetPrice, currency)} each</span>}
              {note && (
                <p dir="auto" className="text-sm text-ink-2">
                  {note}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {message && (
        <p dir="auto" className="mt-3 max-w-text wrap-anywhere whitespace-pre-line">
          {message}
        </p>
      )}
      <dl className="pairs mt-4">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt>{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
        {calculation && (
          <>
            <dt>Calculation</dt>
            <dd>
              <Link to={`/impact-calculator/r/${calculation}`}>View calculation</Link>
            </dd>
          </>
        )}
      </dl>
      <QuoteFiles quoteId={quote.id} files={files.filter(({ side }) => side === 'buyer')} label="Files of the request" />
    </section>
  )
}

/** Messages of both sides, oldest first. */
export function QuoteMessages({ messages, own }: { messages: Quote['messages']; own: 'buyer' | 'seller' }) {
  if (messages.length === 0) return null
  return (
    <ol aria-label="Messages" className="grid gap-4">
      {messages.map(({ id, side, by, text, at }) => (
        <li key={id} className={`frame p-5 ${side === own ? '' : 'border-l-[6px] border-l-blue'}`}>
          <h3>
            <bdi>{by ?? 'A former user'}</bdi>
          </h3>
          <time dateTime={at} className="text-sm text-ink-2">
            {instant(at)}
          </time>
          <p dir="auto" className="mt-2 max-w-text wrap-anywhere whitespace-pre-line">
            {text}
          </p>
        </li>
      ))}
    </ol>
  )
}
