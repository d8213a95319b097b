import { Link } from 'react-router'
import { businessesQuery } from '#app/features/applications/queries.ts'
import { ApprovalWord, approvalLabel, typeLabel } from '#app/features/applications/standing.tsx'
import { day } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import type { Business } from '#contract/applications.ts'
import type { ApprovalStatus } from '#domain/business.ts'
import { ReviewButtons } from './review-buttons.tsx'

const PAGE = 25
const detailsHref = (id: string) => `/super-admin/dashboard?business=${id}`

/** Businesses as rows, each with what may be decided on it now. */
export function BusinessTable({ businesses, label }: { businesses: readonly Business[]; label: string }) {
  return (
    <table className="grid-table plain mt-3" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Business</th>
          <th scope="col">Type</th>
          <th scope="col">Place</th>
          <th scope="col">Since</th>
          <th scope="col">Status</th>
          <th scope="col">Decide</th>
        </tr>
      </thead>
      <tbody>
        {businesses.map((business) => (
          <tr key={business.id}>
            <td data-label="Business">
              <Link to={detailsHref(business.id)} className="font-medium">
                {business.name}
              </Link>
              <br />
              <span className="text-sm break-all text-ink-2">{business.email}</span>
            </td>
            <td data-label="Type">{typeLabel(business.businessType)}</td>
            <td data-label="Place">{[business.city, business.country].filter(Boolean).join(', ')}</td>
            <td data-label="Since">
              <time dateTime={business.createdAt}>{day(business.createdAt)}</time>
            </td>
            <td data-label="Status">
              <ApprovalWord status={business.businessStatus} />
            </td>
            <td data-label="Decide">
              <ReviewButtons business={business} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface BusinessListProps {
  businessStatus: ApprovalStatus
  page: number
  tab: string
  empty: string
}

/** All businesses of one standing, the longest waiting first. */
export function BusinessList({ businessStatus, page, tab, empty }: BusinessListProps) {
  const token = useToken((state) => state.token)
  return (
    <Load read={businessesQuery(token, { businessStatus, sort: 'createdAt', page })} failure="The businesses could not be loaded.">
      {({ items, total }) => (
        <>
          {items.length === 0 ? (
            <p className="panel mt-6 p-6 text-ink-2">{empty}</p>
          ) : (
            <BusinessTable businesses={items} label="Businesses" />
          )}
          <Pagination page={page} pages={Math.ceil(total / PAGE)} hrefOf={(number) => `/super-admin/dashboard?tab=${tab}&page=${number}`} />
        </>
      )}
    </Load>
  )
}

/** Every application with the last decision on it: what, why, when and by whom. */
export function ApplicationsView({ page }: { page: number }) {
  const token = useToken((state) => state.token)
  return (
    <Load read={businessesQuery(token, { sort: '-createdAt', page })} failure="The applications could not be loaded.">
      {({ items, total }) => (
        <>
          {items.length === 0 && <p className="panel mt-6 p-6 text-ink-2">No businesses registered yet</p>}
          {items.length > 0 && (
            <table className="grid-table plain mt-6" aria-label="Business Applications">
              <thead>
                <tr>
                  <th scope="col">Business</th>
                  <th scope="col">Applied</th>
                  <th scope="col">Status</th>
                  <th scope="col">Last decision</th>
                  <th scope="col">Reason</th>
                </tr>
              </thead>
              <tbody>
                {items.map(({ id, name, createdAt, businessStatus, review }) => (
                  <tr key={id}>
                    <td data-label="Business">
                      <Link to={detailsHref(id)} className="font-medium">
                        {name}
                      </Link>
                    </td>
                    <td data-label="Applied">{day(createdAt)}</td>
                    <td data-label="Status">
                      <ApprovalWord status={businessStatus} />
                    </td>
                    <td data-label="Decision">
                      {review ? `${approvalLabel(review.to)}, ${day(review.at)}, by ${review.by ?? 'the business'}` : 'None yet'}
                    </td>
                    <td data-label="Reason">{review?.reason || 'None given'}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <Pagination
            page={page}
            pages={Math.ceil(total / PAGE)}
            hrefOf={(number) => `/super-admin/dashboard?tab=applications&page=${number}`}
          />
        </>
      )}
    </Load>
  )
}
