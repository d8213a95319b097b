import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { api, toastFailure } from '#app/lib/api.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import type { BulkAnswer, RestoreAnswer } from '#contract/catalog/product-edits.ts'
import { pluralize } from '#domain/text.ts'

/** Time for which the message of a bulk change offers to undo it, in ms. */
const UNDO_MS = 10_000
const NAMED = 3

/** Says that a bulk change is done, and offers to undo it for ten seconds. */
export function offerUndo(text: string, { undo }: BulkAnswer): void {
  if (undo === null) toast.success(text)
  else toast.success(text, { label: 'Undo', ms: UNDO_MS, act: () => void undoChange(undo) })
}

async function undoChange(id: string): Promise<void> {
  try {
    showRestored(await api.productEdits.undo({ params: { id } }), 'as before')
  } catch (error) {
    toastFailure(error, 'The change could not be undone. Please try again.')
  }
  await refreshTabs(queryClient)
}

/** Says how many products were restored, and names those that were not with the reason. */
export function showRestored({ restored, skipped }: RestoreAnswer, words: string): void {
  if (restored > 0) toast.success(`${pluralize(restored, 'product is', 'products are')} ${words}`)
  if (skipped.length === 0) return
  const named = skipped.slice(0, NAMED).map(({ name, reason }) => `${name}: ${reason}`)
  const rest = skipped.length > NAMED ? [`And ${pluralize(skipped.length - NAMED, 'more product')}.`] : []
  toast.warning(pluralize(skipped.length, 'product stays as it is', 'products stay as they are'), undefined, [...named, ...rest].join(' '))
}
