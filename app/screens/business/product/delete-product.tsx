import { useState } from 'react'
import { api, messageOf } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'

const FAILED = 'Failed to delete product'

interface DeleteProductProps {
  product: { id: string; name: string }
  onClose: () => void
  onDeleted: () => void
}

/** Asks before a product is deleted (B217). */
export function DeleteProduct({ product, onClose, onDeleted }: DeleteProductProps) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const remove = async () => {
    setBusy(true)
    try {
      await api.productEdits.remove({ params: { id: product.id } })
      toast.success('Product deleted successfully')
      onDeleted()
    } catch (failure) {
      const text = messageOf(failure, FAILED)
      toast.error(text)
      setError(text)
      setBusy(false)
    }
  }
  return (
    <AskDialog
      title="Delete Product"
      confirm="Delete"
      busy="Deleting..."
      isBusy={isBusy}
      isDanger
      error={error}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p className="font-medium">
        <bdi>{product.name}</bdi>
      </p>
      <p>Are you sure you want to delete this product? This action cannot be undone.</p>
    </AskDialog>
  )
}
