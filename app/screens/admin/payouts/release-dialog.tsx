import { useQueryClient } from '@tanstack/react-query'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { instant } from '#app/lib/format.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextAreaField } from '#app/ui/field.tsx'
import type { HeldPayouts } from '#contract/payouts/payouts.ts'
import { PAYOUT_HOLD_TEXTS } from '#domain/payout-hold.ts'
import { formatList } from '#domain/text.ts'

interface ReleaseDialogProps {
  seller: HeldPayouts['sellers'][number]
  /** Numbers of prepared payouts that stay held after the release. */
  stillHeld: readonly string[]
  onClose: () => void
}

/** Ends the hold on the payouts of a seller, with a note for the audit log. */
export function ReleaseDialog({ seller: { businessId, businessName, hold }, stillHeld, onClose }: ReleaseDialogProps) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const form = useForm({
    check: (element) => ({ note: textOf(new FormData(element), 'note') ? undefined : 'Please enter why the payouts can be released now' }),
    send: async (fields) => {
      await api.payouts.release({ params: { id: businessId }, body: { note: textOf(fields, 'note') } })
      toast.success(`Payouts of ${businessName} released`)
      void client.invalidateQueries({ queryKey: officeKey(token) })
      onClose()
    },
    failed: 'The payouts could not be released. Please try again.',
  })
  return (
    <Dialog title={`Release payouts of ${businessName}`} onClose={onClose}>
      <RecordForm form={form} draft={{ kind: 'release', id: businessId }} cancel="Back" save="Release payouts" busy="Releasing...">
        <p>
          Payouts are on hold until {instant(hold.until)} because {PAYOUT_HOLD_TEXTS[hold.reason]}. Before you release them, call the seller
          at a number that you already know and ask whether they made the change.
        </p>
        {stillHeld.length > 0 && (
          <p className="notice warn">
            {formatList(stillHeld)} {stillHeld.length === 1 ? 'stays' : 'stay'} held because the account changed. Mark{' '}
            {stillHeld.length === 1 ? 'it' : 'them'} as failed and prepare {stillHeld.length === 1 ? 'it' : 'them'} again.
          </p>
        )}
        <TextAreaField
          label="Note"
          name="note"
          rows={3}
          maxLength={500}
          required
          error={form.errors.note}
          hint="Saved in the audit log. The seller doesn't see it."
        />
      </RecordForm>
    </Dialog>
  )
}
