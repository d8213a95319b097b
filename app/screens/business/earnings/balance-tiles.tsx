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
    <section aria-labelledby={id} className="frame">
      <h2 className="px-4.5 pt-3.5 pb-1.5 text-lg" id={id}>
        {CURRENCY_WORDS[currency]}
      </h2>
      <dl className="balance-figures grid grid-cols-5 max-[85rem]:grid-cols-2">
        <div className="balance-whole max-[85rem]:col-span-full">
          <dt className="text-ink-2">{owes ? 'You owe' : 'Balance'}</dt>
          <dd className={owes ? 'text-bad' : undefined}>{amount(Math.abs(balance))}</dd>
        </div>
        <div>
          <dt className="text-ink-2">Pending</dt>
          <dd>{amount(pending)}</dd>
        </div>
        <div>
          <dt className="text-ink-2">Available</dt>
          <dd>{amount(available)}</dd>
        </div>
        <div>
          <dt className="text-ink-2">On the way to you</dt>
          <dd>{amount(onTheWay)}</dd>
        </div>
        <div>
          <dt className="text-ink-2">Paid out</dt>
          <dd>{amount(paidOut)}</dd>
        </div>
      </dl>
      {owes && (
        <p className="notice warn mx-4.5 mb-4">
          Refunds or lost disputes since your last payout exceeded your balance. Your next sales will cover the difference. You don't need
          to do anything.
        </p>
      )}
      {disputed > 0 && (
        <p className="notice warn mx-4.5 mb-4">
          {amount(disputed)} is held because of a payment dispute. <Link to="/business/disputes?open=true">View disputes</Link>
        </p>
      )}
      <dl className="grid grid-cols-3 gap-x-9 gap-y-1.5 px-4.5 py-3.5 border-t-[1.5px] border-line max-lg:grid-cols-2 max-sm:grid-cols-1">
        <Line label="Sold this month" value={amount(thisMonth.sales)} />
        <Line label="Refunded this month" value={amount(thisMonth.refunds)} />
        <Line label="Commission this month" value={amount(thisMonth.commission)} />
        <Line label="Net this month" value={amount(thisMonth.net)} />
        <Line label="Total commission" value={amount(ever.commission)} />
        <Line label="Total net" value={amount(ever.net)} />
      </dl>
    </section>
  )
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-3">
      <dt className="text-ink-2">{label}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  )
}
