import { useMutation } from '@tanstack/react-query'
import { offerRestore } from '#app/features/kit/frame/offer-undo.ts'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'

const FAILED = 'Failed to delete product'

interface DeleteProductProps {
  product: { id: string; name: string }
  onClose: () => void
  onDeleted?: () => void
}

/** Confirmation, in the specification's words, before a product is deleted (B217, B304, B308). */
export function DeleteProduct({ product, onClose, onDeleted }: DeleteProductProps) {
  const remove = useMutation({
    mutationFn: () => api.productEdits.remove({ params: { id: product.id } }),
    onSuccess: async () => {
      offerRestore('Product deleted successfully', product.name, () => api.productEdits.bulkRestore({ body: { productIds: [product.id] } }))
      onClose()
      onDeleted?.()
      await refreshTabs(queryClient)
    },
    onError: () => toast.error(FAILED),
  })
  return (
    <AskDialog
      title={`Delete ${product.name}?`}
      confirm="Delete"
      busy="Deleting..."
      isDanger
      isBusy={remove.isPending}
      error={remove.isError ? messageOf(remove.error, FAILED) : undefined}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>Are you sure you want to delete this product? This action cannot be undone.</p>
    </AskDialog>
  )
}
