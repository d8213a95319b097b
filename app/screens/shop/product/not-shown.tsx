import { Link } from 'react-router'
import { EmptyBoxPage, FailedPage } from '#app/ui/message-page.tsx'
import { ReadAgainButton } from '#app/ui/read-failed.tsx'

/** The page of a product that is unknown or not public (S114). */
export function ProductNotFound() {
  return (
    <EmptyBoxPage title="Product Not Found" text="The product you're looking for doesn't exist or has been removed.">
      <Link to="/" className="button">
        Return to Home
      </Link>
    </EmptyBoxPage>
  )
}

/** Shown when the product could not be read. */
export function ProductFailed() {
  return (
    <FailedPage title="We couldn't show this product" text="Something went wrong. Your cart is safe. Please try again.">
      <ReadAgainButton />
    </FailedPage>
  )
}
