import { trackingPage } from '#domain/carriers.ts'

/** Carrier and tracking number of a parcel, with a link to the carrier's page where we know one. */
export function Tracking({ carrier, trackingNumber }: { carrier: string | null; trackingNumber: string | null }) {
  if (!carrier && !trackingNumber) return null
  const page = trackingPage(carrier, trackingNumber)
  return (
    <p className="flex flex-wrap items-center gap-x-3.5 gap-y-0.5 text-ink wrap-anywhere">
      <span>
        {(carrier || page) && `Sent with ${carrier || page?.carrier}`}
        {trackingNumber && (
          <>
            {carrier || page ? ', tracking number' : 'Tracking number'} <b>{trackingNumber}</b>
          </>
        )}
      </span>
      {page && (
        <a href={page.url} target="_blank" rel="noopener noreferrer" className="no-print inline-flex items-center min-h-11">
          Track with {page.carrier}
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      )}
    </p>
  )
}
