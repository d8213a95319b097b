import { useState } from 'react'
import { Writers } from '#app/features/kit/frame/writers.tsx'
import { CellLines } from '#app/features/kit/grid/cells.tsx'
import type { GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { columnsOf, filtersOf } from '#app/features/kit/grid/list-columns.tsx'
import { Totals } from '#app/features/kit/grid/totals.tsx'
import type { GridSelection } from '#app/features/kit/grid/use-selection.ts'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { PayoutStatusWord } from '#app/features/payouts/payout-status.tsx'
import { money } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import { Together } from '#app/ui/together.tsx'
import { PAYOUT_LIST } from '#contract/payouts/payout-list.ts'
import type { Payout } from '#contract/payouts/payouts.ts'
import { CURRENCIES } from '#domain/money.ts'
import { HAND_TRANSITIONS } from '#domain/payout.ts'
import { PREPARED_HOLD_LABELS } from '#domain/payout-hold.ts'
import { canTransition } from '#domain/transitions.ts'
import { BankFile } from './payouts/bank-file.tsx'
import { HeldPayouts } from './payouts/held-payouts.tsx'
import { MoveDialog, type PayoutMove } from './payouts/move-dialog.tsx'
import { PrepareDialog } from './payouts/prepare-dialog.tsx'
import { payoutsQuery, payoutTotalsQuery } from './payouts/queries.ts'

export const meta = () => [{ title: `Payouts | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

const FILTERS: readonly GridFilter[] = [
  ...filtersOf(PAYOUT_LIST).toReversed(), // status first
  { name: 'currency', label: 'Currency', options: CURRENCIES.map((value) => ({ value, label: value })) },
]

const VIEWS = [
  { label: 'Prepared', query: 'status=draft' },
  { label: 'Sent', query: 'status=sent' },
  { label: 'Failed', query: 'status=failed' },
]

const COLUMNS = columnsOf(PAYOUT_LIST, {
  number: ({ number }) => <span className="font-medium">{number}</span>,
  amount: ({ amount, currency }) => <span className="font-medium">{money(amount, currency)}</span>,
  status: ({ status, problem, held }) => (
    <CellLines more={[held && PREPARED_HOLD_LABELS[held.cause], problem].filter(Boolean).join(': ')}>
      <PayoutStatusWord status={status} isHeld={held !== null} />
    </CellLines>
  ),
  reference: ({ reference }) => <span className="wrap-anywhere">{reference ?? 'None'}</span>,
})

const MOVES: readonly { to: PayoutMove; label: string }[] = [
  { to: 'sent', label: 'Mark as sent' },
  { to: 'paid', label: 'Mark as paid' },
  { to: 'failed', label: 'Mark as failed' },
]

const totalsFor = (token: string | null) => (_page: unknown, filter: Record<string, string>) => (
  <Totals read={payoutTotalsQuery(token, filter)} counted="Payouts" amounts={{ amount: 'Amount' }} />
)

export default function PayoutsScreen() {
  const token = useToken((state) => state.token)
  const user = usePageUser()
  const maySend = user?.role === 'super_admin'
  const [isPreparing, setPreparing] = useState(false)
  return (
    <>
      <h1>Payouts</h1>
      <p className="mt-2 max-w-[68ch] text-ink-2">
        Prepare payouts, send the file to your bank, then record the outcome of each.{' '}
        {!maySend && 'Only super admins can download the file and record outcomes.'}
      </p>
      <Together>
        <HeldPayouts mayRelease={maySend} />
        <DataGrid
          name="payouts"
          label="Payouts"
          columns={COLUMNS}
          rowId={({ id }) => id}
          rowName={({ number }) => number}
          read={(query) => payoutsQuery(token, query)}
          filters={FILTERS}
          views={VIEWS}
          searchLabel="Search number or seller"
          defaultSort="-createdAt"
          exportPath="/api/admin/payouts/export"
          {...(maySend && { actions: moves })}
          tools={
            <>
              {maySend && <BankFile />}
              <Writers>
                <button type="button" className="button small" onClick={() => setPreparing(true)}>
                  Prepare payouts
                </button>
              </Writers>
            </>
          }
          empty={{ filtered: 'No payouts found', none: 'No payouts yet', more: 'Prepare payouts once sellers have an available balance.' }}
          failure="The payouts could not be loaded."
          foot={totalsFor(token)}
        />
      </Together>
      {isPreparing && <PrepareDialog onClose={() => setPreparing(false)} />}
    </>
  )
}

const moves = (selection: GridSelection<Payout>) => <Moves selection={selection} />

/** Transitions that all selected payouts allow. */
function Moves({ selection }: { selection: GridSelection<Payout> }) {
  const [to, setTo] = useState<PayoutMove>()
  const { rows } = selection
  const isByStripe = rows.every(({ method }) => method === 'stripe')
  const possible = MOVES.filter((move) => rows.every(({ status, method }) => canTransition(HAND_TRANSITIONS[method], status, move.to)))
  return (
    <>
      {possible.length === 0 && <span>{isByStripe ? 'Stripe reports the outcome' : 'No action applies to all of them'}</span>}
      {possible.map((move) => (
        <button key={move.to} type="button" onClick={() => setTo(move.to)}>
          {move.to === 'sent' && isByStripe ? 'Send by Stripe' : move.label}
        </button>
      ))}
      {to && (
        <MoveDialog
          payouts={rows}
          to={to}
          onClose={() => setTo(undefined)}
          onMoved={() => {
            setTo(undefined)
            selection.clear()
          }}
        />
      )}
    </>
  )
}
