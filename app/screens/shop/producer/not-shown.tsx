import { Link } from 'react-router'
import { EmptyBoxPage, FailedPage } from '#app/ui/message-page.tsx'
import { ReadAgainButton } from '#app/ui/read-failed.tsx'

/** The page of a producer that is unknown or not public. */
export function ProducerNotFound() {
  return (
    <EmptyBoxPage title="Producer Not Found" text="The producer you're looking for doesn't exist or no longer sells here.">
      <Link to="/producers" className="button">
        All producers
      </Link>
    </EmptyBoxPage>
  )
}

/** Shown when the producer could not be read. */
export function ProducerFailed() {
  return (
    <FailedPage title="We couldn't show this producer" text="Something went wrong. Please try again.">
      <ReadAgainButton />
    </FailedPage>
  )
}
