import { useQueryClient } from '@tanstack/react-query'
import { ActDialog } from '#app/features/kit/forms/delete-dialog.tsx'
import { offerRestore } from '#app/features/kit/frame/offer-undo.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { count } from '#app/lib/format.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import type { PromoCode } from '#contract/pricing/promotions.ts'

const FAILED = 'The promo code could not be deleted.'

/** Confirmation before a promo code is deleted. */
export function DeletePromo({ code, onClose, onDeleted }: { code: PromoCode; onClose: () => void; onDeleted: () => void }) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const remove = async () => {
    await api.promotions.remove({ params: { id: code.id } })
    offerRestore(`${code.code} deleted`, code.code, () => api.promotions.restore({ params: { id: code.id } }))
    await client.invalidateQueries({ queryKey: officeKey(token) })
    onDeleted()
  }
  return (
    <ActDialog
      title={`Delete ${code.code}?`}
      confirm="Delete code"
      busy="Deleting..."
      isDanger
      act={remove}
      failed={FAILED}
      onFailed={(failure) => toast.error(messageOf(failure, FAILED))}
      onClose={onClose}
    >
      <p>This code stops working right away, including in carts that already use it. You can restore it from the list of deleted codes.</p>
      {code.timesUsed > 0 && <p>{count(code.timesUsed, 'order')} used it and will keep the discount.</p>}
    </ActDialog>
  )
}
