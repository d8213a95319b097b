import { useState } from 'react'
import { instant, money } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { type Column, RowTable } from '#app/ui/row-table.tsx'
import type { HeldPayouts as Held, Payout } from '#contract/payouts/payouts.ts'
import { PAYOUT_HOLD_TEXTS, PREPARED_HOLD_LABELS } from '#domain/payout-hold.ts'
import { heldPayoutsQuery } from './queries.ts'
import { ReleaseDialog } from './release-dialog.tsx'

type Seller = Held['sellers'][number]

const SELLER_COLUMNS: readonly Column<Seller>[] = [
  {
    title: 'Seller',
    cell: ({ businessName }) => (
      <span className="font-medium">
        <bdi>{businessName}</bdi>
      </span>
    ),
  },
  { title: 'Reason', cell: ({ hold }) => sentence(PAYOUT_HOLD_TEXTS[hold.reason]) },
  { title: 'On hold until', cell: ({ hold }) => <time dateTime={hold.until}>{instant(hold.until)}</time> },
]

const releaseColumn = (onRelease: (seller: Seller) => void): Column<Seller> => ({
  title: 'Action',
  cell: (seller) => (
    <button type="button" className="button hollow small" onClick={() => onRelease(seller)}>
      Release{' '}
      <span className="visually-hidden">
        payouts of <bdi>{seller.businessName}</bdi>
      </span>
    </button>
  ),
})

const PAYOUT_COLUMNS: readonly Column<Payout>[] = [
  { title: 'Payout', cell: ({ number }) => <span className="font-medium whitespace-nowrap">{number}</span> },
  { title: 'Seller', cell: ({ businessName }) => businessName },
  { title: 'Reason', cell: ({ held }) => held && heldText(held) },
  { title: 'Amount', isAmount: true, cell: ({ amount, currency }) => <span className="font-medium">{money(amount, currency)}</span> },
]

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Says why a prepared payout is held, and until when its seller is on hold. */
function heldText({ cause, until }: NonNullable<Payout['held']>): string {
  const hold = until && `${PREPARED_HOLD_LABELS.seller_on_hold} until ${instant(until)}`
  return [cause !== 'seller_on_hold' && PREPARED_HOLD_LABELS[cause], hold].filter(Boolean).join('. ')
}

/** Sellers on hold and prepared payouts that don't go out; nothing while there are none. */
export function HeldPayouts({ mayRelease }: { mayRelease: boolean }) {
  const token = useToken((state) => state.token)
  return (
    <Load read={heldPayoutsQuery(token)} failure="The held payouts could not be loaded.">
      {({ sellers, payouts }) => (sellers.length + payouts.length > 0 ? <Panel {...{ sellers, payouts, mayRelease }} /> : null)}
    </Load>
  )
}

/** Numbers of a seller's prepared payouts that ending the hold doesn't free: their account has changed. */
const stillHeld = (payouts: readonly Payout[], { businessId }: Seller) =>
  payouts.filter((one) => one.businessId === businessId && one.held?.cause === 'account_changed').map(({ number }) => number)

function Panel({ sellers, payouts, mayRelease }: Held & { mayRelease: boolean }) {
  const [released, setReleased] = useState<Seller>()
  return (
    <section aria-labelledby="held" className="panel mt-5 grid gap-4 p-5">
      <h2 id="held" className="text-xl">
        Held
      </h2>
      {sellers.length > 0 && (
        <>
          <p className="max-w-[76ch] text-ink-2">
            Payouts wait 72 hours after a seller's payout account, or the password or email of an admin, was changed.{' '}
            {!mayRelease && 'A super admin can release them earlier.'}
          </p>
          <RowTable
            label="Sellers on hold"
            columns={mayRelease ? [...SELLER_COLUMNS, releaseColumn(setReleased)] : SELLER_COLUMNS}
            rows={sellers}
            keyOf={({ businessId }) => businessId}
          />
        </>
      )}
      {payouts.length > 0 && (
        <>
          <p className="max-w-[76ch] text-ink-2">
            The bank file leaves these payouts out, and Stripe doesn't send them.
            {payouts.some(({ held }) => held?.cause === 'account_changed') &&
              ' If the payout account has changed, mark the payout as failed and prepare payouts again after the hold ends: a payout is only sent to the account it was prepared for.'}
            {payouts.some(({ held }) => held?.cause === 'disputed') &&
              ' A payout held because of a dispute can be sent once the dispute is won. To pay the rest now, mark it as failed and prepare payouts again.'}
          </p>
          <RowTable label="Held payouts" columns={PAYOUT_COLUMNS} rows={payouts} keyOf={({ id }) => id} />
        </>
      )}
      {released && <ReleaseDialog seller={released} stillHeld={stillHeld(payouts, released)} onClose={() => setReleased(undefined)} />}
    </section>
  )
}
