import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import type { ProductSummary } from '#contract/catalog/products.ts'
import { PRODUCT_STATUSES, type ProductStatus } from '#domain/product.ts'

const FAILED = 'Failed to update product status'

type Stated = Pick<ProductSummary, 'id' | 'name' | 'status'>

/** Status menu of a product; Deleted asks for confirmation. */
export function StatusSelect({ product }: { product: Stated }) {
  const [asks, setAsks] = useState(false)
  const change = useMutation({
    mutationFn: (status: ProductStatus) => api.staffProducts.setStatus({ params: { productId: product.id }, body: { status } }),
    onSuccess: () => {
      setAsks(false)
      toast.success('Product status updated successfully')
      return refreshTabs(queryClient)
    },
    onError: () => {
      toast.error(FAILED)
      void refreshTabs(queryClient)
    },
  })
  const shown = change.isPending ? change.variables : product.status
  const choose = (status: ProductStatus | undefined) => {
    if (!status || status === shown) return
    if (status === 'Deleted') setAsks(true)
    else change.mutate(status)
  }
  return (
    <>
      <select
        className="input w-auto max-md:min-h-11"
        aria-label={`Status of ${product.name}`}
        aria-busy={change.isPending || undefined}
        value={shown}
        onChange={(event) => choose(PRODUCT_STATUSES.find((status) => status === event.target.value))}
      >
        {PRODUCT_STATUSES.map((status) => (
          <option key={status}>{status}</option>
        ))}
      </select>
      {asks && (
        <AskDialog
          title={`Delete ${product.name}?`}
          confirm="Delete"
          busy="Deleting..."
          isDanger
          isBusy={change.isPending}
          error={change.isError ? messageOf(change.error, FAILED) : undefined}
          onConfirm={() => change.mutate('Deleted')}
          onClose={() => setAsks(false)}
        >
          <p>It's removed from the shop right away. You can restore it within 90 days by setting another status.</p>
        </AskDialog>
      )}
    </>
  )
}
