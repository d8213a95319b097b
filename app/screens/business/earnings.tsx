import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { PayoutStatusWord } from '#app/features/payouts/payout-status.tsx'
import { day, instant, money } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { type Column, RowTable } from '#app/ui/row-table.tsx'
import { Together } from '#app/ui/together.tsx'
import type { Earnings } from '#contract/payouts/earnings.ts'
import type { Payout } from '#contract/payouts/payouts.ts'
import { PAYOUT_HOLD_TEXTS, type PreparedHold } from '#domain/payout-hold.ts'
import { RETURN_DAYS } from '#domain/returns.ts'
import { AccountForm } from './earnings/account-form.tsx'
import { BalanceTiles } from './earnings/balance-tiles.tsx'
import { EntriesGrid } from './earnings/entries-grid.tsx'
import { earningsQuery, ownPayoutsQuery, statementsQuery } from './earnings/queries.ts'
import { Statements } from './earnings/statements.tsx'
import { StripeAccount } from './earnings/stripe-account.tsx'

export const meta = () => [{ title: `Earnings | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

export default function EarningsScreen() {
  const token = useToken((state) => state.token)
  const isMember = usePageUser()?.memberKind === 'member'
  return (
    <>
      <h1>Earnings</h1>
      <Together>
        <Load read={earningsQuery(token)} failure="Your earnings could not be loaded.">
          {(earnings) => <Money earnings={earnings} />}
        </Load>
        <div className="mt-10">
          <h2 className="text-xl">Transactions</h2>
          <EntriesGrid />
        </div>
        <section aria-labelledby="statements" className="mt-10">
          <h2 id="statements" className="mb-3 text-xl">
            Statements
          </h2>
          <Load read={statementsQuery(token)} failure="Your statements could not be loaded.">
            {(statements) => <Statements statements={statements} />}
          </Load>
        </section>
        <section aria-labelledby="payouts" className="mt-10">
          <h2 id="payouts" className="mb-3 text-xl">
            Payouts
          </h2>
          <Load read={ownPayoutsQuery(token)} failure="Your payouts could not be loaded.">
            {(payouts) => <Payouts payouts={payouts} />}
          </Load>
        </section>
        <section id="account" aria-labelledby="account-title" className="mt-10 scroll-mt-4">
          <h2 id="account-title" className="mb-3 text-xl">
            Payout account
          </h2>
          {isMember ? (
            <p className="panel p-5 text-ink-2">Only owners can change the payout account.</p>
          ) : (
            <Load read={earningsQuery(token)} failure="Your payout account could not be loaded.">
              {({ account }) => (
                <>
                  {account.offersStripe && <StripeAccount />}
                  <AccountForm account={account} />
                </>
              )}
            </Load>
          )}
        </section>
      </Together>
    </>
  )
}

/** `10% of your sales`, or `8% of Mat Makers, 10% of all other products`. */
function rateWords(rates: Earnings['rates']): string {
  const others = rates.length > 1 ? 'all other products' : 'your sales'
  return rates.map(({ categoryLabel, percent }) => `${percent}% of ${categoryLabel ?? others}`).join(', ')
}

/** The balances, and in words when money can leave. */
function Money({ earnings: { balances, minimum, account, rates, hold } }: { earnings: Earnings }) {
  const unpaid = balances.filter(({ currency, balance }) => balance > 0 && !account.currencies.includes(currency))
  return (
    <>
      {hold && (
        <p className="notice warn mt-4">
          Your payouts are on hold until <time dateTime={hold.until}>{instant(hold.until)}</time> because {PAYOUT_HOLD_TEXTS[hold.reason]}.
          Payouts resume after that; payouts prepared for your old account are prepared again. If none of you made this change,{' '}
          <a href="/contact">contact us</a> right away and change your passwords.
        </p>
      )}
      {unpaid.length > 0 && (
        <p className="notice warn mt-4">
          <a href="#account">Add a bank account</a> to receive your {unpaid.map(({ currency }) => currency).join(' and ')} payouts.
        </p>
      )}
      <div className="grid gap-4.5 mt-4.5">
        {balances.map((balance) => (
          <BalanceTiles key={balance.currency} balance={balance} />
        ))}
      </div>
      <p className="mt-3 max-w-[76ch]">
        Commission: {rateWords(rates)}, after discounts. There is no commission on shipping and tax. Each order keeps the rate from the day
        it was placed.
      </p>
      <p className="mt-2 max-w-[76ch] text-ink-2">
        A sale counts once its order is paid. It's pending until your part is delivered, can't be returned anymore ({RETURN_DAYS.machines}{' '}
        days after delivery with a machine in it, {RETURN_DAYS.accessories} days otherwise) and has no open return, refund or dispute. Where
        the buyer may withdraw, it also waits for the end of that right, which counts from the last delivery of the order. Then it's
        available and part of the next payout. Payouts start at {money(minimum, 'USD')} or {money(minimum, 'EUR')}.
      </p>
    </>
  )
}

/** Text for a prepared payout that is held, as its seller reads it. */
const HELD_TEXTS: Readonly<Record<PreparedHold, string>> = {
  account_changed: "Your payout account has changed. We'll prepare this payout again for the new account.",
  disputed: 'Held because of a payment dispute.',
  seller_on_hold: 'Your payouts are on hold.',
}

const PAYOUT_COLUMNS: readonly Column<Payout>[] = [
  { title: 'Payout', cell: ({ number }) => <span className="font-medium">{number}</span> },
  { title: 'Prepared', cell: ({ createdAt }) => <time dateTime={createdAt}>{day(createdAt)}</time> },
  { title: 'Status', cell: ({ status, held }) => <PayoutStatusWord status={status} isHeld={held !== null} /> },
  {
    title: 'Reference',
    cell: ({ reference, problem, held }) => (
      <span className="wrap-anywhere">{problem ?? (held ? HELD_TEXTS[held.cause] : reference) ?? 'None'}</span>
    ),
  },
  { title: 'Amount', isAmount: true, cell: ({ amount, currency }) => <span className="font-medium">{money(amount, currency)}</span> },
]

function Payouts({ payouts }: { payouts: readonly Payout[] }) {
  if (payouts.length === 0) return <p className="panel p-5 text-ink-2">No payouts yet.</p>
  return <RowTable label="Payouts to you" columns={PAYOUT_COLUMNS} rows={payouts} keyOf={({ id }) => id} />
}
