import { Link } from 'react-router'
import type { Business, ListedBusiness } from '#contract/applications.ts'
import { reviewDelay } from '#domain/business.ts'

/** Since when an application waits: since it was sent, or sent again. */
const waitingSince = ({ createdAt, review }: Business) => (review?.to === 'pending' ? review.at : createdAt)

const WORDS = { late: 'Waiting over 2 business days', overdue: 'Waiting over 3 business days' } as const

/** Marks an application that has waited longer than the firm was promised. */
export function WaitingWord({ business }: { business: Business }) {
  if (business.businessStatus !== 'pending') return null
  const delay = reviewDelay(new Date(waitingSince(business)), new Date())
  return delay === 'in_time' ? null : <span className={`status text-sm ${delay === 'late' ? 'warn' : 'bad'}`}>{WORDS[delay]}</span>
}

/** Other firms that are called nearly the same: it may be one of them once more. */
export function SimilarNames({ business: { similar } }: { business: ListedBusiness }) {
  if (similar.length === 0) return null
  return (
    <span className="block text-sm">
      <span className="status warn">Similar name:</span>{' '}
      {similar.slice(0, 3).map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link to={`/super-admin/dashboard?business=${id}`}>{name}</Link>
        </span>
      ))}
    </span>
  )
}
