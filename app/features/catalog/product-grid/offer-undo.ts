import { offerUndo } from '#app/features/kit/frame/offer-undo.ts'
import { api } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import type { BulkAnswer } from '#contract/catalog/product-rows.ts'

/** Says that a bulk change of products is done, and offers to undo it for ten seconds. */
export function offerProductUndo(text: string, { undo }: BulkAnswer): void {
  if (undo === null) toast.success(text)
  else offerUndo(text, 'product', () => api.productEdits.undo({ params: { id: undo } }))
}
