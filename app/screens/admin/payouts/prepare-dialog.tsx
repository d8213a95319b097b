import { useQueryClient } from '@tanstack/react-query'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { api } from '#app/lib/api.ts'
import { count, instant, money } from '#app/lib/format.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { Load } from '#app/ui/load.tsx'
import { type Column, RowTable } from '#app/ui/row-table.tsx'
import type { PayoutPreview, PayoutProposal } from '#contract/payouts/payouts.ts'
import { PAYOUT_BLOCKER_LABELS, PAYOUT_METHOD_LABELS, type PayoutBlocker } from '#domain/payout.ts'
import { PAYOUT_HOLD_TEXTS } from '#domain/payout-hold.ts'
import { payoutPreviewQuery } from './queries.ts'

const COLUMNS: readonly Column<PayoutProposal>[] = [
  { title: 'Seller', cell: ({ businessName }) => businessName },
  { title: 'Balance', isAmount: true, cell: ({ balance, currency }) => money(balance, currency) },
  {
    title: 'Not yet available',
    isAmount: true,
    cell: ({ pending, disputed, currency }) => (
      <>
        {money(pending, currency)}
        {disputed > 0 && (
          <>
            <br />
            <span className="text-sm text-ink-2">{money(disputed, currency)} disputed</span>
          </>
        )}
      </>
    ),
  },
  {
    title: 'Payout',
    isAmount: true,
    cell: ({ amount, currency, obstacle, hold }) =>
      obstacle ? <span className="text-ink-2">{blockerText(obstacle, hold)}</span> : <strong>{money(amount, currency)}</strong>,
  },
]

function blockerText(blocker: PayoutBlocker, hold: PayoutProposal['hold']): string {
  if (blocker !== 'on_hold' || !hold) return PAYOUT_BLOCKER_LABELS[blocker]
  return `${PAYOUT_BLOCKER_LABELS.on_hold} until ${instant(hold.until)}: ${PAYOUT_HOLD_TEXTS[hold.reason]}`
}

const METHOD_COLUMN: Column<PayoutProposal> = {
  title: 'By',
  cell: ({ method, obstacle }) => (obstacle ? 'None' : PAYOUT_METHOD_LABELS[method]),
}

/** Previews the payouts that preparing would make. */
export function PrepareDialog({ onClose }: { onClose: () => void }) {
  const token = useToken((state) => state.token)
  return (
    <Dialog title="Prepare payouts" isWide onClose={onClose}>
      <Load read={payoutPreviewQuery(token)} failure="The balances could not be loaded.">
        {(preview) => <Prepare preview={preview} onClose={onClose} />}
      </Load>
    </Dialog>
  )
}

function Prepare({ preview, onClose }: { preview: PayoutPreview; onClose: () => void }) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const { proposals, totals, minimum } = preview
  const payouts = totals.reduce((sum, total) => sum + total.payouts, 0)
  const form = useForm({
    send: async () => {
      const made = await api.payouts.prepare()
      void client.invalidateQueries({ queryKey: officeKey(token) })
      if (made.length > 0) toast.success(`${count(made.length, 'payout is', 'payouts are')} prepared`)
      else toast.info('There was nothing left to pay: someone else has just prepared the payouts.')
      onClose()
    },
    failed: 'The payouts could not be prepared. Please try again.',
  })
  return (
    <RecordForm form={form} cancel="Back" save={payouts > 0 && `Prepare ${count(payouts, 'payout')}`} busy="Preparing..." foot="">
      <p>
        {payouts === 0
          ? 'No payouts are due now.'
          : `${totals.map((total) => `${count(total.payouts, 'payout')} of ${money(total.amount, total.currency)} in total`).join(', ')}. Each is deducted from the seller's balance right away.`}{' '}
        Balances under {money(minimum, 'USD')} or {money(minimum, 'EUR')} wait for the next payout.
      </p>
      {proposals.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        <section aria-label="Balances" tabIndex={0} className="max-h-[24rem] overflow-y-auto">
          <RowTable
            label="Balances of sellers"
            columns={proposals.some(({ method }) => method === 'stripe') ? [...COLUMNS, METHOD_COLUMN] : COLUMNS}
            rows={proposals}
            keyOf={({ businessId, currency }) => businessId + currency}
          />
        </section>
      )}
    </RecordForm>
  )
}
