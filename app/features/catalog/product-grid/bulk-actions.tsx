import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import type { GridSelection } from '#app/features/kit/grid/use-selection.ts'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { toast } from '#app/lib/toast.ts'
import { AskDialog } from '#app/ui/ask-dialog.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { BulkChange } from '#contract/catalog/product-edits.ts'
import type { BulkAnswer } from '#contract/catalog/product-rows.ts'
import type { ProductSummary } from '#contract/catalog/products.ts'
import { pluralize } from '#domain/text.ts'
import { priceUpdates, stockOf, stockUpdates } from './bulk-values.ts'
import { offerProductUndo } from './offer-undo.ts'
import { PercentDialog } from './percent-dialog.tsx'
import { ValuesDialog } from './values-dialog.tsx'

const FactsDialog = lazy(() => import('./facts-dialog.tsx'))

type Tool = 'stock' | 'prices' | 'percent' | 'facts' | 'delete'

const FAILED = {
  stock: 'Failed to update stock levels',
  featured: 'Failed to update featured status',
  delete: 'Failed to delete products',
  percent: 'Failed to update prices',
  status: 'Failed to update product status',
  facts: 'Failed to set trade facts',
} as const satisfies Record<BulkChange['kind'], string>

const WRONG_STOCK = 'Please enter valid stock values'
const WRONG_PRICES = 'Please enter valid price values'

/** Sends a change of the selected products, or of every product that matches. */
function sendChange({ ids: productIds, all }: GridSelection<ProductSummary>, change: BulkChange): Promise<BulkAnswer> {
  if (all) return api.productEdits.bulkMatching({ body: { filter: all.filter, expected: all.total, change } })
  if (change.kind === 'featured') return api.productEdits.bulkFeatured({ body: { productIds, featured: change.featured } })
  if (change.kind === 'status') return api.productEdits.bulkStatus({ body: { productIds, status: change.status } })
  if (change.kind === 'percent') return api.productEdits.bulkPercent({ body: { ...change, productIds } })
  if (change.kind === 'facts') return api.productEdits.bulkFacts({ body: { ...change, productIds } })
  if (change.kind === 'delete') return api.productEdits.bulkDelete({ body: { productIds } })
  return api.productEdits.bulkStock({ body: { updates: productIds.map((id) => ({ id, stock: change.stock })) } })
}

/** Actions for the products selected in a grid, for sellers and staff (B128-B131). */
export function BulkActions({ selection }: { selection: GridSelection<ProductSummary> }) {
  const client = useQueryClient()
  const user = usePageUser()
  const [tool, setTool] = useState<Tool>()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const total = selection.all?.total ?? selection.ids.length

  const close = () => {
    setTool(undefined)
    setError(undefined)
  }
  const run = async (kind: keyof typeof FAILED, work: () => Promise<BulkAnswer>, done: string) => {
    if (isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      offerProductUndo(done, await work())
      close()
      selection.clear()
    } catch (failure) {
      const sentence = messageOf(failure, FAILED[kind])
      toast.error(FAILED[kind], undefined, tool || sentence === FAILED[kind] ? undefined : sentence)
      setError(sentence)
    } finally {
      setBusy(false)
    }
    await refreshTabs(client)
  }
  const change = (wanted: BulkChange, done: string) => void run(wanted.kind, () => sendChange(selection, wanted), done)
  const refused = (text: string) => {
    toast.error(text)
    setError(text)
  }
  const setStatus = (status: 'Active' | 'Inactive' | 'Suspended') =>
    change({ kind: 'status', status }, `${pluralize(total, 'product is', 'products are')} now ${status}`)
  const dialog = { isBusy, error, onClose: close, products: selection.rows }
  const setAllStock = (fields: FormData) => {
    const stock = stockOf(textOf(fields, 'stock'))
    if (stock === null) refused(WRONG_STOCK)
    else change({ kind: 'stock', stock }, 'Stock levels updated successfully')
  }
  const open = (
    <>
      {tool === 'stock' && selection.all && (
        <AskDialog title="Set stock" confirm="Update stock" busy="Updating..." {...dialog} onConfirm={setAllStock}>
          <p className="text-ink-2">All {pluralize(total, 'product')} that match get this stock.</p>
          <TextField label="Stock" name="stock" inputMode="numeric" required />
        </AskDialog>
      )}
      {tool === 'stock' && !selection.all && (
        <ValuesDialog
          {...dialog}
          title="Set stock"
          confirm="Update stock"
          busy="Updating..."
          fields={[{ name: 'stock', label: 'Stock', step: '1', now: ({ stock }) => String(stock) }]}
          onConfirm={(typed) => {
            const updates = stockUpdates(typed, selection.rows)
            if (!updates) refused(WRONG_STOCK)
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
            if (!updates) refused(WRONG_PRICES)
            else void run('percent', () => api.productEdits.bulkPrices({ body: { updates } }), 'Prices updated successfully')
          }}
        />
      )}
      {tool === 'percent' && (
        <PercentDialog
          {...dialog}
          total={total}
          onRefused={refused}
          onConfirm={(percent) => change({ kind: 'percent', ...percent }, 'Prices updated successfully')}
        />
      )}
      {tool === 'facts' && (
        <Suspense>
          <FactsDialog
            {...{ total, isBusy, error }}
            onClose={close}
            onRefused={refused}
            onConfirm={(facts) => change({ kind: 'facts', ...facts }, 'Trade facts set')}
          />
        </Suspense>
      )}
      {tool === 'delete' && (
        <AskDialog
          title="Delete products"
          confirm="Delete"
          busy="Deleting..."
          isBusy={isBusy}
          isDanger
          error={error}
          onConfirm={() => change({ kind: 'delete' }, 'Products deleted successfully')}
          onClose={close}
        >
          <p>Are you sure you want to delete {pluralize(total, 'product')}? You can undo this for 10 seconds.</p>
        </AskDialog>
      )}
    </>
  )
  return (
    <>
      <button type="button" onClick={() => setTool('stock')}>
        Set stock
      </button>
      {!selection.all && (
        <button type="button" onClick={() => setTool('prices')}>
          Change prices
        </button>
      )}
      <button type="button" onClick={() => setTool('percent')}>
        Prices by percent
      </button>
      <button type="button" onClick={() => setTool('facts')}>
        Trade facts
      </button>
      <button type="button" onClick={() => change({ kind: 'featured', featured: true }, 'Products featured successfully')}>
        Feature
      </button>
      <button type="button" onClick={() => change({ kind: 'featured', featured: false }, 'Products unfeatured successfully')}>
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
