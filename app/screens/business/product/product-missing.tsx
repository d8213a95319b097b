import { Link } from 'react-router'
import { ReadFailed } from '#app/ui/read-failed.tsx'
import { isApiError } from '#contract/errors.ts'

/** Reason for which a product cannot be shown: it is not there for this seller, or it did not arrive. */
export function ProductMissing({ error, onAgain }: { error: Error; onAgain: () => void }) {
  const isGone = isApiError(error) && error.status === 404
  return (
    <>
      <h1>Product Not Found</h1>
      <p className="mt-3 mb-5 max-w-text text-ink-2">
        The product you're looking for doesn't exist or you don't have permission to view it.
      </p>
      {!isGone && <ReadFailed text="The product could not be loaded." isReading={false} onAgain={onAgain} />}
      <Link to="/business/dashboard?tab=products" className="button mt-5">
        Back to Products
      </Link>
    </>
  )
}

/** Until a product has arrived. */
export function LoadingProduct({ title }: { title: string }) {
  return (
    <>
      <h1>{title}</h1>
      <p role="status" className="py-4 text-ink-2">
        Loading product...
      </p>
      <div className="skeleton h-96" />
    </>
  )
}
