import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { DownloadButton } from '#app/features/kit/frame/download-button.tsx'
import { Guard } from '#app/features/kit/session/guard.tsx'
import { ownQuoteQuery, quotesKey } from '#app/features/quotes/queries.ts'
import { buttonOf, CloseQuoteButton, QuoteMessageForm } from '#app/features/quotes/quote-actions.tsx'
import { QuoteOffer } from '#app/features/quotes/quote-offer.tsx'
import { QuoteMessages, QuoteRequest, QuoteStateWord } from '#app/features/quotes/quote-parts.tsx'
import { api } from '#app/lib/api.ts'
import { day, instant } from '#app/lib/format.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import type { Quote } from '#contract/quotes/quotes.ts'
import { QUOTE_STATE_LABELS } from '#domain/quote-state.ts'
import { formatCount } from '#domain/text.ts'
import { AcceptForm } from './quote-accept.tsx'

export const meta = () => pageMeta({ title: 'Your quote', description: 'Your quote and its offers.', isPrivate: true })

export default function QuoteScreen() {
  const { id = '' } = useParams()
  return <Guard>{() => <OneQuote id={id} />}</Guard>
}

function OneQuote({ id }: { id: string }) {
  const token = useToken((state) => state.token)
  return (
    <div className="wrap py-8">
      <Link to="/quotes" className="back-link">
        My Quotes
      </Link>
      <Load read={ownQuoteQuery(token, id)} failure="The quote could not be loaded.">
        {(quote) => <Shown key={quote.id} quote={quote} />}
      </Load>
    </div>
  )
}

function Shown({ quote }: { quote: Quote }) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const [isAccepting, setAccepting] = useState(false)
  const { id, number, business, state, closedReason, order, createdAt, versions } = quote
  const [newest, ...older] = versions
  const params = { id }
  const changed = <Answer,>(call: Promise<Answer>) => call.finally(() => client.invalidateQueries({ queryKey: quotesKey(token) }))
  const accept = buttonOf(quote, 'accept')
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h1>Quote {number}</h1>
        <QuoteStateWord state={state} />
      </div>
      <p className="mt-2 mb-5 text-ink-2">
        {business ? <bdi>{business.name}</bdi> : 'We choose a seller for you'}, {quote.request.by === 'seller' ? 'sent' : 'requested'}{' '}
        <time dateTime={createdAt}>{instant(createdAt)}</time>
      </p>
      {order && (
        <p className="notice ok mb-6">
          Accepted. It is order <Link to={`/account/orders/${order.id}`}>{order.number}</Link> now.
        </p>
      )}
      {closedReason && (
        <p dir="auto" className="notice mb-6 wrap-anywhere whitespace-pre-line">
          {QUOTE_STATE_LABELS[state]}: {closedReason}
        </p>
      )}
      {state === 'expired' && (
        <p className="notice warn mb-6">
          {newest
            ? `This offer ended on ${day(newest.content.validUntil)}. Ask the seller for a new one.`
            : 'Nobody made an offer within 30 days.'}
        </p>
      )}
      <div className="grid gap-6">
        {newest && (
          <section aria-labelledby="offer" className="frame p-5 md:p-6">
            <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
              <h2 id="offer">Offer</h2>
              <VersionPdf id={id} number={newest.number} />
            </div>
            <QuoteOffer version={newest} quote={quote} />
            {!isAccepting && (
              <div className="mt-6 flex flex-wrap gap-3">
                {accept && (
                  <button type="button" className="button" onClick={() => setAccepting(true)}>
                    {accept}
                  </button>
                )}
                <CloseQuoteButton
                  quote={quote}
                  action="decline"
                  needsReason={false}
                  close={(reason) => changed(api.quotes.decline({ params, body: { reason } }))}
                />
              </div>
            )}
            {isAccepting && accept && <AcceptForm quote={quote} version={newest} button={accept} onClose={() => setAccepting(false)} />}
          </section>
        )}
        <QuoteMessages messages={quote.messages} own="buyer" />
        <QuoteMessageForm
          quote={quote}
          to="the seller"
          send={(text, idempotencyKey) => changed(api.quotes.message({ params, body: { text }, idempotencyKey }))}
        />
        <QuoteRequest quote={quote} />
        <p className="empty:hidden">
          <CloseQuoteButton quote={quote} action="withdraw" needsReason={false} close={() => changed(api.quotes.withdraw({ params }))} />
        </p>
        {older.length > 0 && (
          <details>
            <summary className="min-h-11 py-2.75">Earlier versions ({formatCount(older.length)})</summary>
            <div className="mt-3 grid gap-6">
              {older.map((version) => (
                <div key={version.id} className="frame p-5 md:p-6">
                  <QuoteOffer version={version} quote={quote} />
                </div>
              ))}
            </div>
          </details>
        )}
      </div>
    </>
  )
}

const VersionPdf = ({ id, number }: { id: string; number: number }) => (
  <DownloadButton path={`/api/quotes/${id}/versions/${number}.pdf`} fileName={`offer-${number}.pdf`} name="offer as PDF" />
)
