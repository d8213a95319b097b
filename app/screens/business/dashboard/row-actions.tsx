import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { Menu } from '#app/features/kit/grid/menu.tsx'
import { api, messageOf } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import { DeleteProduct } from '#app/screens/business/product/delete-product.tsx'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import type { ProductSummary } from '#contract/catalog/products.ts'

/** Row actions of a seller's product. */
export function RowActions({ product }: { product: ProductSummary }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState<string>()
  const { id, featured, status } = product
  const params = { id }
  const element = useRef<HTMLSpanElement>(null)

  const closeMenu = () => {
    const menu = element.current?.querySelector('details')
    if (!menu?.open) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  }

  const run = async (name: string, work: () => Promise<unknown>, done: string, failed: string) => {
    setBusy(name)
    try {
      await work()
      toast.success(done)
      await refreshTabs(client)
    } catch (failure) {
      toast.error(messageOf(failure, failed))
    } finally {
      setBusy(undefined)
      closeMenu()
    }
  }
  const feature = () =>
    run(
      'feature',
      () => api.productEdits.setFeatured({ params, body: { featured: !featured } }),
      featured ? 'Product unfeatured successfully' : 'Product featured successfully',
      'Failed to update featured status',
    )
  const show = (active: boolean) =>
    run(
      'show',
      () => api.productEdits.activate({ params, body: { active } }),
      active ? 'Customers can see this product now' : 'This product is hidden from customers now',
      'Failed to update product status',
    )
  const copy = () =>
    run(
      'copy',
      () => api.productEdits.duplicate({ params }),
      `${product.name} duplicated. The copy is hidden from customers`,
      'Failed to copy the product',
    )
  const action = { className: 'grid-menu-action' }
  return (
    <span ref={element} className="row-actions">
      <NewTabLink to={`/business/products/${id}/edit`} className="button hollow small">
        Edit
        <span className="visually-hidden">
          {' '}
          <bdi>{product.name}</bdi>
        </span>
      </NewTabLink>
      <Menu
        label={
          <>
            More
            <span className="visually-hidden">
              {' '}
              about <bdi>{product.name}</bdi>
            </span>
          </>
        }
      >
        <NewTabLink to={`/business/products/${id}/view`} className="grid-menu-action">
          View
        </NewTabLink>
        <BusyButton {...action} isBusy={busy === 'feature'} onPress={() => void feature()}>
          {featured ? 'Unfeature' : 'Feature'}
        </BusyButton>
        {status !== 'Suspended' && (
          <BusyButton {...action} isBusy={busy === 'show'} onPress={() => void show(status !== 'Active')}>
            {status === 'Active' ? 'Hide from customers' : 'Show to customers'}
          </BusyButton>
        )}
        <BusyButton {...action} isBusy={busy === 'copy'} onPress={() => void copy()}>
          Duplicate
        </BusyButton>
        <button
          type="button"
          {...action}
          onClick={() => {
            closeMenu()
            setAsking(true)
          }}
        >
          Delete
        </button>
      </Menu>
      {isAsking && (
        <DeleteProduct
          product={product}
          onClose={() => setAsking(false)}
          onDeleted={() => {
            setAsking(false)
            void refreshTabs(client)
          }}
        />
      )}
    </span>
  )
}
