import type { ReactNode } from 'react'
import { day, money } from '#app/lib/format.ts'
import type { OrderDispute, OwnOrderDispute } from '#contract/orders/order-dispute.ts'
import { disputeReasonLabel, isOpenDispute } from '#domain/dispute.ts'
import { DisputeStatusWord, OwnDisputeStatusWord } from './dispute-status.tsx'

const HELD = "Until it decides, the sellers' shares are held and refunds aren't possible."

const STAFF_WORDS = {
  under_review: `The bank is reviewing our response. ${HELD}`,
  won: 'The bank decided in favor of the shop. You keep the payment.',
  lost: "The bank returned the money. It is recorded like a refund and deducted from the sellers' balances.",
} as const

/** Text of a dispute for staff; while the bank waits for the response, until when. */
function staffWords({ status, evidenceDueAt }: OrderDispute): string {
  if (status !== 'needs_response') return STAFF_WORDS[status]
  return `Respond in Stripe${evidenceDueAt ? ` by ${day(evidenceDueAt)}` : ''}, or the bank refunds the cardholder. ${HELD}`
}

const OPEN_TO_SELLER =
  'The cardholder disputed this payment with their bank. Your share is held until the bank decides. Keep the proof of delivery.'

const SELLER_WORDS = {
  needs_response: OPEN_TO_SELLER,
  under_review: OPEN_TO_SELLER,
  won: 'The bank decided in favor of the shop. Your share is no longer held.',
  lost: 'The bank returned the money. It was deducted from your balance like a refund.',
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
      <p className="mt-1 max-w-[68ch]">{staffWords(dispute)}</p>
      <dl className="pairs mt-3">
        {isOpenDispute(status) && evidenceDueAt && (
          <>
            <dt>Respond by</dt>
            <dd>
              <time dateTime={evidenceDueAt}>{day(evidenceDueAt)}</time>
            </dd>
          </>
        )}
        <Facts dispute={dispute} status={<DisputeStatusWord status={status} />} />
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
          {status === 'needs_response' ? 'Respond in Stripe' : 'View in Stripe'}
        </a>
      </p>
    </section>
  )
}

/** Disputed payment of a seller order: the reason and the seller's share. */
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
        <Facts dispute={dispute} status={<OwnDisputeStatusWord status={status} />} />
        <dt>Disputed amount</dt>
        <dd>{money(amount, currency)}</dd>
      </dl>
    </section>
  )
}

function Facts({ dispute: { reason, openedAt, closedAt }, status }: { dispute: OwnOrderDispute; status: ReactNode }) {
  return (
    <>
      <dt>Status</dt>
      <dd>{status}</dd>
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
