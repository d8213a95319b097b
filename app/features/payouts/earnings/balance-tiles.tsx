import { Link } from 'react-router'
import { money } from '#app/lib/format.ts'
import type { Balance } from '#contract/payouts/earnings.ts'

const CURRENCY_WORDS = { USD: 'US dollars', EUR: 'Euros' } as const

/** A seller's balance in one currency: available, pending and held. */
export function BalanceTiles({ balance: own }: { balance: Balance }) {
  const { currency, balance, pending, disputed, available, onTheWay, paidOut, thisMonth, ever } = own
  const owes = balance < 0
  const id = `balance-${currency}`
  const amount = (value: number) => money(value, currency)
  return (
    <section aria-labelledby={id} className="frame balance">
      <h2 id={id}>{CURRENCY_WORDS[currency]}</h2>
      <dl className="balance-figures">
        <div className="balance-whole">
          <dt>{owes ? 'You owe' : 'Balance'}</dt>
          <dd className={owes ? 'text-bad' : undefined}>{amount(Math.abs(balance))}</dd>
        </div>
        <div>
          <dt>Pending</dt>
          <dd>{amount(pending)}</dd>
        </div>
        <div>
          <dt>Available</dt>
          <dd>{amount(available)}</dd>
        </div>
        <div>
          <dt>On the way to you</dt>
          <dd>{amount(onTheWay)}</dd>
        </div>
        <div>
          <dt>Paid out</dt>
          <dd>{amount(paidOut)}</dd>
        </div>
      </dl>
      {owes && (
        <p className="notice warn balance-note">
          Refunds or lost disputes after your last payout took more than you had. Your next sales make up for it; you need to do nothing.
        </p>
      )}
      {disputed > 0 && (
        <p className="notice warn balance-note">
          {amount(disputed)} is held because of a payment dispute. <Link to="/business/disputes?open=true">View disputes</Link>
        </p>
      )}
      <dl className="balance-lines">
        <Line label="Sold this month" value={amount(thisMonth.sales)} />
        <Line label="Refunded this month" value={amount(thisMonth.refunds)} />
        <Line label="Commission this month" value={amount(thisMonth.commission)} />
        <Line label="For you this month" value={amount(thisMonth.net)} />
        <Line label="Commission so far" value={amount(ever.commission)} />
        <Line label="For you so far" value={amount(ever.net)} />
      </dl>
    </section>
  )
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
