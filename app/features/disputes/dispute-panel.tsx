import { day, money } from '#app/lib/format.ts'
import type { OrderDispute, OwnOrderDispute } from '#contract/disputes.ts'
import { disputeReasonLabel, isOpenDispute } from '#domain/dispute.ts'
import { DisputeStatusWord } from './dispute-status.tsx'

const STAFF_WORDS = {
  needs_response:
    "Answer in Stripe, or the bank sends the money back. Until it decides, the sellers' shares are held and nothing can be refunded.",
  under_review: "The bank reads our answer. Until it decides, the sellers' shares are held and nothing can be refunded.",
  won: 'The bank decided for the shop. The payment stays.',
  lost: "The bank sent the money back. It is booked like a refund and taken from the sellers' balances.",
} as const

const SELLER_WORDS = {
  needs_response:
    'A cardholder has asked the bank for the money of this order. Your share is held until the bank decides. Keep the proof of delivery.',
  under_review:
    'A cardholder has asked the bank for the money of this order. Your share is held until the bank decides. Keep the proof of delivery.',
  won: 'The bank decided for the shop. Your share is no longer held.',
  lost: 'The bank sent the money back. It was taken from your balance like a refund.',
} as const

/** The disputed payment of an order for staff: why, until when, how much, and the way to Stripe. */
export function DisputePanel({ dispute }: { dispute: OrderDispute | null }) {
  if (!dispute) return null
  const { status, amount, currency, fee, evidenceDueAt, url } = dispute
  return (
    <section aria-labelledby="dispute" className="panel mb-6 p-5">
      <h2 id="dispute" className="text-xl">
        Dispute
      </h2>
      <p className="mt-1 max-w-[68ch]">{STAFF_WORDS[status]}</p>
      <dl className="pairs mt-3">
        {isOpenDispute(status) && evidenceDueAt && (
          <>
            <dt>Respond by</dt>
            <dd>
              <time dateTime={evidenceDueAt}>{day(evidenceDueAt)}</time>
            </dd>
          </>
        )}
        <Facts dispute={dispute} />
        <dt>Amount</dt>
        <dd>{money(amount, currency)}</dd>
        {fee > 0 && (
          <>
            <dt>Stripe fee</dt>
            <dd>{money(fee, currency)}</dd>
          </>
        )}
      </dl>
      <p className="mt-4 no-print">
        <a href={url} target="_blank" rel="noreferrer" className={status === 'needs_response' ? 'button small' : 'button hollow small'}>
          {status === 'needs_response' ? 'Answer in Stripe' : 'View in Stripe'}
        </a>
      </p>
    </section>
  )
}

/** The disputed payment of a seller's order: why, and what of the own part it is about. */
export function OwnDisputePanel({ dispute }: { dispute: OwnOrderDispute | null }) {
  if (!dispute) return null
  const { status, amount, currency } = dispute
  return (
    <section aria-labelledby="dispute" className="panel mb-6 p-5">
      <h2 id="dispute" className="text-xl">
        Dispute
      </h2>
      <p className="mt-1 max-w-[68ch]">{SELLER_WORDS[status]}</p>
      <dl className="pairs mt-3">
        <Facts dispute={dispute} />
        <dt>Your part</dt>
        <dd>{money(amount, currency)}</dd>
      </dl>
    </section>
  )
}

function Facts({ dispute: { status, reason, openedAt, closedAt } }: { dispute: OwnOrderDispute }) {
  return (
    <>
      <dt>Status</dt>
      <dd>
        <DisputeStatusWord status={status} />
      </dd>
      <dt>Reason</dt>
      <dd>{disputeReasonLabel(reason)}</dd>
      <dt>Opened</dt>
      <dd>
        <time dateTime={openedAt}>{day(openedAt)}</time>
      </dd>
      {closedAt && (
        <>
          <dt>Closed</dt>
          <dd>
            <time dateTime={closedAt}>{day(closedAt)}</time>
          </dd>
        </>
      )}
    </>
  )
}
