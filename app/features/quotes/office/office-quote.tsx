import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { BackLink } from '#app/features/kit/frame/back-link.tsx'
import { DownloadButton } from '#app/features/kit/frame/download-button.tsx'
import { usePageTitle } from '#app/features/kit/frame/use-page-title.ts'
import { Writers } from '#app/features/kit/frame/writers.tsx'
import { type Office, officeQuoteQuery } from '#app/features/quotes/queries.ts'
import { buttonOf, CloseQuoteButton, QuoteMessageForm } from '#app/features/quotes/quote-actions.tsx'
import { QuoteOffer } from '#app/features/quotes/quote-offer.tsx'
import { QuoteMessages, QuoteRequest, QuoteStateWord } from '#app/features/quotes/quote-parts.tsx'
import { api } from '#app/lib/api.ts'
import { instant, money, telephone } from '#app/lib/format.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import type { Quote } from '#contract/quotes/quotes.ts'
import { QUOTE_STATE_LABELS } from '#domain/quote-state.ts'
import { AssignSeller } from './assign-seller.tsx'
import { OfferForm } from './offer-form.tsx'

/** One quote as its seller or staff answer it. */
export function OfficeQuote({ id, office }: { id: string; office: Office }) {
  const token = useToken((state) => state.token)
  return (
    <>
      <BackLink records="quotes" usual={office === 'staffQuotes' ? '/admin/quotes' : '/business/quotes'}>
        Quotes
      </BackLink>
      <Load read={officeQuoteQuery(token, office, id)} failure="The quote could not be loaded.">
        {(quote) => <Shown key={quote.id} quote={quote} office={office} />}
      </Load>
    </>
  )
}

function Shown({ quote, office }: { quote: Quote; office: Office }) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const { id, number, state, versions, currency, order, closedReason, createdAt, business } = quote
  const calls = api[office]
  const params = { id }
  const isStaff = office === 'staffQuotes'
  usePageTitle(`Quote ${number} | Quotes`)
  const changed = <Answer,>(call: Promise<Answer>) => call.finally(() => client.invalidateQueries({ queryKey: officeKey(token) }))
  return (
    <>
      <h1>Quote {number}</h1>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-5">
        <QuoteStateWord state={state} />
        <span className="text-ink-2">
          {quote.request.by === 'seller' ? 'Started' : 'Requested'} <time dateTime={createdAt}>{instant(createdAt)}</time>
        </span>
        {isStaff && <span className="text-ink-2">{business ? <bdi>{business.name}</bdi> : 'No seller yet'}</span>}
      </p>
      {order && (
        <p className="notice ok mt-4">
          Accepted: order <Link to={`${isStaff ? '/admin' : '/business'}/orders/${order.id}`}>{order.number}</Link>
        </p>
      )}
      {closedReason && (
        <p dir="auto" className="notice mt-4 wrap-anywhere whitespace-pre-line">
          {QUOTE_STATE_LABELS[state]}: {closedReason}
        </p>
      )}
      <div className="editor-columns mt-5 grid gap-4.5 min-[76rem]:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid content-start gap-5">
          <QuoteRequest quote={quote} />
          {isStaff && business === null && (
            <Writers>
              <AssignSeller quote={quote} />
            </Writers>
          )}
          <QuoteMessages messages={quote.messages} own="seller" />
          <Writers>
            {buttonOf(quote, 'send') && <OfferForm quote={quote} office={office} />}
            <QuoteMessageForm
              quote={quote}
              to="the buyer"
              send={(text, idempotencyKey) => changed(calls.message({ params, body: { text }, idempotencyKey }))}
            />
          </Writers>
          {versions.map((version) => (
            <section key={version.id} aria-label={`Version ${version.number}`} className="frame p-5 md:p-6">
              <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
                <h2 className="text-xl">
                  Version {version.number}, sent {instant(version.createdAt)}
                </h2>
                <DownloadButton
                  path={`/api/quotes/${id}/versions/${version.number}.pdf`}
                  fileName={`${number}-${version.number}.pdf`}
                  name={`version ${version.number} as PDF`}
                />
              </div>
              <QuoteOffer version={version} quote={quote} />
              {version.earnings !== null && (
                <p className="mt-3">
                  {isStaff ? 'The seller receives' : 'You receive'} <span className="font-medium">{money(version.earnings, currency)}</span>
                  {version.commission !== null && (
                    <span className="text-ink-2"> after a commission of {money(version.commission, currency)}</span>
                  )}
                </p>
              )}
            </section>
          ))}
        </div>
        <div className="frame editor-side">
          <Buyer quote={quote} />
          <section aria-label="Close quote" className="fold-t p-5 empty:hidden">
            <Writers>
              <CloseQuoteButton
                quote={quote}
                action="decline"
                needsReason
                close={(reason) => changed(calls.decline({ params, body: { reason } }))}
              />
            </Writers>
          </section>
        </div>
      </div>
    </>
  )
}

function Buyer({ quote: { buyer } }: { quote: Quote }) {
  const { name, company, email, phone } = buyer
  return (
    <section aria-labelledby="buyer" className="p-5">
      <h2 id="buyer" className="mb-3 text-xl">
        Buyer
      </h2>
      <p className="font-medium">
        <bdi>{name}</bdi>
      </p>
      {company && (
        <p>
          <bdi>{company}</bdi>
        </p>
      )}
      {email ? (
        <p>
          <a href={`mailto:${email}`} className="inline-flex min-h-11 items-center break-all">
            {email}
          </a>
        </p>
      ) : (
        <p className="text-sm text-ink-2">You see email and phone once there is an order.</p>
      )}
      {phone && (
        <p>
          <a href={telephone(phone)} className="inline-flex min-h-11 items-center">
            {phone}
          </a>
        </p>
      )}
    </section>
  )
}
