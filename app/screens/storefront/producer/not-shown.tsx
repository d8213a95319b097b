import { Link, useRevalidator } from 'react-router'

/** The page of a producer that is unknown or not public. */
export function ProducerNotFound() {
  return (
    <div className="wrap grid items-center gap-8 py-12 md:grid-cols-2">
      <div>
        <h1>Producer Not Found</h1>
        <p className="my-4 max-w-lead text-ink-2">The producer you're looking for doesn't exist or no longer sells here.</p>
        <Link to="/producers" className="button">
          All producers
        </Link>
      </div>
      <img src="/drawings/scenes/empty-box.svg" width={800} height={600} alt="" className="frame w-full" />
    </div>
  )
}

/** What stands here when the producer could not be read. */
export function ProducerFailed() {
  const { state, revalidate } = useRevalidator()
  return (
    <div className="wrap py-16">
      <h1>This producer could not be shown</h1>
      <p className="my-4 max-w-lead text-ink-2">Something went wrong on the way. Please try again.</p>
      <button type="button" className="button" disabled={state === 'loading'} onClick={() => void revalidate()}>
        {state === 'loading' ? 'Trying…' : 'Try again'}
      </button>
    </div>
  )
}
