import type { Business } from '#contract/sellers/applications.ts'
import type { BusinessRow, ReviewRow } from './business-record.ts'

/** Presents a business, with its latest decision, to its own users and staff. */
export function presentBusiness({ business: row, review }: { business: BusinessRow; review: ReviewRow | null }): Business {
  const { deletion: _deletion, ...business } = row
  return {
    ...business,
    createdAt: business.createdAt.toISOString(),
    updatedAt: business.updatedAt.toISOString(),
    review: review && { ...review, at: new Date(review.at).toISOString() },
  }
}
