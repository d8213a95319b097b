import { Link } from 'react-router'

interface AttachedCalculationProps {
  calculation: string
  /** This page without the calculation. */
  withoutHref: string
  error: string | undefined
}

/** Says that a calculation goes along with the message, and how to leave it out. */
export function AttachedCalculation({ calculation, withoutHref, error }: AttachedCalculationProps) {
  return (
    <div className={`notice ${error ? 'bad' : ''}`}>
      <p>
        <b>Your calculation is attached.</b>{' '}
        <Link to={`/impact-calculator/r/${encodeURIComponent(calculation)}`} target="_blank" rel="noopener">
          View calculation (new tab)
        </Link>
      </p>
      {error && <p className="mt-1">{error}</p>}
      <Link to={withoutHref} replace preventScrollReset className="inline-flex min-h-11 items-center">
        Remove it
      </Link>
    </div>
  )
}
