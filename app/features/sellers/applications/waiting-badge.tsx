import { useState } from 'react'
import { Link } from 'react-router'
import { count } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import type { Business, ListedBusiness } from '#contract/sellers/applications.ts'
import { reviewDelay } from '#domain/business.ts'

/** Badge of an application that has waited longer than promised. */
export function WaitingBadge({ business }: { business: Business }) {
  const [now] = useState(() => new Date())
  if (business.businessStatus !== 'pending') return null
  const { review } = getShop()
  const delay = reviewDelay(new Date(business.review?.to === 'pending' ? business.review.at : business.createdAt), now, review)
  if (delay === 'in_time') return null
  const days = delay === 'late' ? review.minDays : review.maxDays
  return <span className={`status text-sm ${delay === 'late' ? 'warn' : 'bad'}`}>Waiting over {count(days, 'business day')}</span>
}

/** Businesses with similar names, of which the application may be a duplicate. */
export function SimilarNames({ business: { similar } }: { business: ListedBusiness }) {
  if (similar.length === 0) return null
  return (
    <span>
      <span className="status warn">Similar name:</span>{' '}
      {similar.slice(0, 3).map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link to={`/super-admin/dashboard?business=${id}`} className="inline">
            {name}
          </Link>
        </span>
      ))}
    </span>
  )
}
