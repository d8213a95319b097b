import { Link, useRevalidator } from 'react-router'

/** The page of a product that is unknown or not public (S114). */
export function ProductNotFound() {
  return (
    <div className="wrap grid items-center gap-8 py-12 md:grid-cols-2">
      <div>
        <h1>Product Not Found</h1>
        <p className="my-4 max-w-lead text-ink-2">The product you're looking for doesn't exist or has been removed.</p>
        <Link to="/" className="button">
          Return to Home
        </Link>
      </div>
      <img src="/drawings/scenes/empty-box.svg" width={800} height={600} alt="" className="frame w-full" />
    </div>
  )
}

/** What stands here when the product could not be read. */
export function ProductFailed() {
  const { state, revalidate } = useRevalidator()
  return (
    <div className="wrap py-16">
      <h1>This product could not be shown</h1>
      <p className="my-4 max-w-lead text-ink-2">Something went wrong on the way. Your cart is safe. Please try again.</p>
      <button type="button" className="button" disabled={state === 'loading'} onClick={() => void revalidate()}>
        {state === 'loading' ? 'Trying…' : 'Try again'}
      </button>
    </div>
  )
}
