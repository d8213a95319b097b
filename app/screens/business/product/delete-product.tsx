import { ActDialog } from '#app/features/kit/forms/delete-dialog.tsx'
import { api, messageOf } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'

const FAILED = 'Failed to delete product'

interface DeleteProductProps {
  product: { id: string; name: string }
  onClose: () => void
  onDeleted: () => void
}

/** Asks before a product is deleted (B217). */
export function DeleteProduct({ product, onClose, onDeleted }: DeleteProductProps) {
  const remove = async () => {
    await api.productEdits.remove({ params: { id: product.id } })
    toast.success('Product deleted successfully')
    onDeleted()
  }
  return (
    <ActDialog
      title="Delete Product"
      confirm="Delete"
      busy="Deleting..."
      isDanger
      act={remove}
      failed={FAILED}
      onFailed={(failure) => toast.error(messageOf(failure, FAILED))}
      onClose={onClose}
    >
      <p className="font-medium">
        <bdi>{product.name}</bdi>
      </p>
      <p>Are you sure you want to delete this product? This action cannot be undone.</p>
    </ActDialog>
  )
}
