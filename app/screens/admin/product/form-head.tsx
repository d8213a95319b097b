import { useState } from 'react'
import { Link } from 'react-router'
import { DeleteProduct } from '#app/features/catalog/staff-products/delete-product.tsx'
import { editHref } from '#app/features/catalog/staff-products/edit-href.ts'
import { ProductBadge } from '#app/features/catalog/staff-products/product-badge.tsx'
import { RecallProduct } from '#app/features/catalog/staff-products/recall-product.tsx'
import { StatusSelect } from '#app/features/catalog/staff-products/status-select.tsx'
import { useMayWrite, Writers } from '#app/features/kit/frame/writers.tsx'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { day } from '#app/lib/format.ts'
import { toast } from '#app/lib/toast.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import type { ProductForm } from '#contract/catalog/product-edits.ts'
import type { ProductStatus } from '#domain/product.ts'

/** Meaning of each status for customers (B186). */
const MEANINGS: Record<ProductStatus, string> = {
  Active: 'Active: visible to customers while its business can sell.',
  Inactive: 'Inactive: hidden from customers.',
  Suspended: 'Suspended: temporarily removed from the shop.',
  Deleted: 'Deleted: can be restored within 90 days by the person who deleted it or by a super admin.',
}

interface FormHeadProps {
  title: string
  /** Above the title: what is done with the product. */
  kicker?: string | undefined
  product: ProductForm | null
  isViewed: boolean
  /** Leads to the address; without one the product is gone, and the way is to the list. */
  onGone: (to?: string) => void
}

/** Title of the form, its product's status, and further actions. */
export function FormHead({ title, kicker, product, isViewed, onGone }: FormHeadProps) {
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          {kicker && <p className="text-ink-2">{kicker}</p>}
          <h1>
            <bdi>{title}</bdi>
          </h1>
        </div>
        {product && <Buttons product={product} isViewed={isViewed} onGone={onGone} />}
      </div>
      {product && <StatusNote product={product} />}
      {product?.recall && (
        <p dir="auto" className="notice bad mt-3 wrap-anywhere whitespace-pre-line">
          Recalled {day(product.recall.at)}, no longer sold: {product.recall.text}
        </p>
      )}
    </>
  )
}

function StatusNote({ product }: { product: ProductForm }) {
  const user = usePageUser()
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-2">
      <ProductBadge product={product} />
      <span className="text-ink-2">{MEANINGS[product.status]}</span>
      {user?.role === 'super_admin' && (
        <span className="no-print flex items-center gap-2">
          <span aria-hidden="true">Status</span>
          <StatusSelect product={product} />
        </span>
      )}
    </div>
  )
}

function Buttons({ product, isViewed, onGone }: { product: ProductForm } & Pick<FormHeadProps, 'isViewed' | 'onGone'>) {
  const mayWrite = useMayWrite()
  const [isAsking, setAsking] = useState(false)
  const [isRecalling, setRecalling] = useState(false)
  const [isCopying, setCopying] = useState(false)
  const copy = async () => {
    setCopying(true)
    try {
      const made = await api.productEdits.duplicate({ params: { id: product.id } })
      toast.success('Product duplicated. The copy is Inactive.')
      onGone(editHref(made))
    } catch (failure) {
      toast.error(messageOf(failure, 'Failed to duplicate product'))
    }
    setCopying(false)
  }
  if (product.status === 'Deleted') return null
  return (
    <p className="no-print flex flex-wrap gap-3">
      {product.status === 'Active' && (
        <a href={`/products/${product.slug}`} target="_blank" rel="noreferrer" className="button hollow small">
          View in the shop
        </a>
      )}
      <Writers>
        <BusyButton className="button hollow small" isBusy={isCopying} busy="Duplicating..." onPress={() => void copy()}>
          Duplicate
        </BusyButton>
      </Writers>
      <Writers>
        <button type="button" className="button hollow small" onClick={() => setRecalling(true)}>
          {product.recall ? 'Change recall' : 'Recall product'}
        </button>
      </Writers>
      {!mayWrite ? null : isViewed ? (
        <Link to={editHref(product)} className="button small">
          Edit Product
        </Link>
      ) : (
        <button type="button" className="button danger small" onClick={() => setAsking(true)}>
          Delete Product
        </button>
      )}
      {isRecalling && <RecallProduct product={product} onClose={() => setRecalling(false)} />}
      {isAsking && <DeleteProduct product={product} onClose={() => setAsking(false)} onDeleted={() => onGone()} />}
    </p>
  )
}
