import { useState } from 'react'
import { showRestored } from '#app/features/kit/frame/offer-undo.ts'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import type { GridSelection } from '#app/features/kit/grid/use-selection.ts'
import { api, toastFailure } from '#app/lib/api.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import type { ProductSummary } from '#contract/catalog/products.ts'

/** Restores the selected deleted products: staff what they deleted themselves, super admins everything. */
export function RestoreProducts({ selection }: { selection: GridSelection<ProductSummary> }) {
  const [isBusy, setBusy] = useState(false)
  const restore = async () => {
    setBusy(true)
    try {
      showRestored(await api.productEdits.bulkRestore({ body: { productIds: selection.ids } }), 'product', 'restored')
      selection.clear()
    } catch (error) {
      toastFailure(error, 'The products could not be restored. Please try again.')
    }
    await refreshTabs(queryClient)
    setBusy(false)
  }
  return (
    <BusyButton isBusy={isBusy} busy="Restoring…" onPress={() => void restore()}>
      Restore
    </BusyButton>
  )
}
