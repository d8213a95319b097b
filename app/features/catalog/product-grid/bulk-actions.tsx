import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import type { GridSelection } from '#app/features/kit/grid/use-selection.ts'
import { useSession } from '#app/features/kit/session/use-session.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import type { BulkAnswer } from '#contract/catalog/product-edits.ts'
import type { ProductSummary } from '#contract/catalog/products.ts'
import { pluralize } from '#domain/text.ts'
import { priceUpdates, stockUpdates } from './bulk-values.ts'
import { offerUndo } from './offer-undo.ts'
import { ValuesDialog } from './values-dialog.tsx'

type Tool = 'stock' | 'prices' | 'delete'

const FAILED = {
  stock: 'Failed to update stock levels',
  featured: 'Failed to update featured status',
  delete: 'Failed to delete products',
  prices: 'Failed to update prices',
  status: 'Failed to update product status',
} as const

/** Actions for the products selected in a grid, for sellers and staff (B128-B131). */
export function BulkActions({ selection }: { selection: GridSelection<ProductSummary> }) {
  const client = useQueryClient()
  const { user } = useSession()
  const [tool, setTool] = useState<Tool>()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const productIds = selection.ids

  const close = () => {
    setTool(undefined)
    setError(undefined)
  }
  const run = async (kind: keyof typeof FAILED, work: () => Promise<BulkAnswer>, done: string) => {
    if (isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      offerUndo(done, await work())
      close()
      selection.clear()
      await refreshTabs(client)
    } catch (failure) {
      toast.error(FAILED[kind])
      setError(messageOf(failure, FAILED[kind]))
    } finally {
      setBusy(false)
    }
  }
  const refused = (text: string) => {
    toast.error(text)
    setError(text)
  }
  const feature = (featured: boolean) =>
    void run(
      'featured',
      () => api.productEdits.bulkFeatured({ body: { productIds, featured } }),
      featured ? 'Products featured successfully' : 'Products unfeatured successfully',
    )
  const setStatus = (status: 'Active' | 'Inactive' | 'Suspended') =>
    void run(
      'status',
      () => api.productEdits.bulkStatus({ body: { productIds, status } }),
      `${pluralize(productIds.length, 'product is', 'products are')} now ${status}`,
    )
  const dialog = { isBusy, error, onClose: close, products: selection.rows }
  const open = (
    <>
      {tool === 'stock' && (
        <ValuesDialog
          {...dialog}
          title="Set stock"
          confirm="Update stock"
          busy="Updating..."
          fields={[{ name: 'stock', label: 'Stock', step: '1', now: ({ stock }) => String(stock) }]}
          onConfirm={(typed) => {
            const updates = stockUpdates(typed, selection.rows)
            if (!updates) refused('Please enter valid stock values')
            else void run('stock', () => api.productEdits.bulkStock({ body: { updates } }), 'Stock levels updated successfully')
          }}
        />
      )}
      {tool === 'prices' && (
        <ValuesDialog
          {...dialog}
          title="Change prices"
          confirm="Update prices"
          busy="Updating..."
          fields={[
            { name: 'priceUSD', label: 'USD', step: '0.01', now: ({ priceUSD }) => priceUSD.toFixed(2) },
            { name: 'priceEUR', label: 'EUR', step: '0.01', now: ({ priceEUR }) => priceEUR.toFixed(2) },
          ]}
          onConfirm={(typed) => {
            const updates = priceUpdates(typed)
            if (!updates) refused('Please enter valid price values')
            else void run('prices', () => api.productEdits.bulkPrices({ body: { updates } }), 'Prices updated successfully')
          }}
        />
      )}
      {tool === 'delete' && (
        <AskDialog
          title="Delete products"
          confirm="Delete"
          busy="Deleting..."
          isBusy={isBusy}
          isDanger
          error={error}
          onConfirm={() => void run('delete', () => api.productEdits.bulkDelete({ body: { productIds } }), 'Products deleted successfully')}
          onClose={close}
        >
          <p>Are you sure you want to delete {pluralize(productIds.length, 'product')}? You can undo this for 10 seconds.</p>
        </AskDialog>
      )}
    </>
  )
  return (
    <>
      <button type="button" onClick={() => setTool('stock')}>
        Set stock
      </button>
      <button type="button" onClick={() => setTool('prices')}>
        Change prices
      </button>
      <button type="button" onClick={() => feature(true)}>
        Feature
      </button>
      <button type="button" onClick={() => feature(false)}>
        Unfeature
      </button>
      {user?.role !== 'application_admin' && (
        <>
          <button type="button" onClick={() => setStatus('Active')}>
            Show
          </button>
          <button type="button" onClick={() => setStatus('Inactive')}>
            Hide
          </button>
        </>
      )}
      {user?.role === 'super_admin' && (
        <button type="button" onClick={() => setStatus('Suspended')}>
          Suspend
        </button>
      )}
      <button type="button" onClick={() => setTool('delete')}>
        Delete
      </button>
      {tool && createPortal(open, document.body) /* out of the bar, whose buttons look otherwise */}
    </>
  )
}
