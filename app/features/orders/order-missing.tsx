import { Link } from 'react-router'
import { messageOf } from '#app/lib/api.ts'
import { isApiError } from '#contract/errors.ts'

/** In place of an order that could not be read: there is none of yours by that name, or the call failed. */
export function OrderMissing({ error, onRetry, back = '/account/orders' }: { error: unknown; onRetry: () => void; back?: string }) {
  const isUnknown = isApiError(error) && error.status === 404
  return (
    <div className="wrap py-12">
      <h1>{isUnknown ? 'Order not found' : 'This order could not be loaded'}</h1>
      <p role="alert" className="mt-3 mb-6 max-w-lead text-ink-2">
        {isUnknown ? 'Your account has no order with this number.' : messageOf(error, "We couldn't reach the shop. Please try again.")}
      </p>
      <p className="flex flex-wrap gap-3">
        {!isUnknown && (
          <button type="button" className="button" onClick={onRetry}>
            Try again
          </button>
        )}
        <Link to={back} className="button hollow">
          All orders
        </Link>
      </p>
    </div>
  )
}
