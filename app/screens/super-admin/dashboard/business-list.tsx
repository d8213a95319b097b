import { Link } from 'react-router'
import { businessesQuery } from '#app/features/applications/queries.ts'
import { ApprovalWord, approvalLabel, typeLabel } from '#app/features/applications/standing.tsx'
import { day } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { type Column, RowTable } from '#app/ui/row-table.tsx'
import type { Business } from '#contract/applications.ts'
import type { ApprovalStatus } from '#domain/business.ts'
import { ReviewButtons } from './review-buttons.tsx'

const PAGE = 25
const detailsHref = (id: string) => `/super-admin/dashboard?business=${id}`

const BUSINESSES: readonly Column<Business>[] = [
  {
    title: 'Business',
    cell: ({ id, name, email }) => (
      <>
        <Link to={detailsHref(id)} className="font-medium">
          {name}
        </Link>
        <br />
        <span className="text-sm break-all text-ink-2">{email}</span>
      </>
    ),
  },
  { title: 'Type', cell: ({ businessType }) => typeLabel(businessType) },
  { title: 'Place', cell: ({ city, country }) => [city, country].filter(Boolean).join(', ') },
  { title: 'Since', cell: ({ createdAt }) => <time dateTime={createdAt}>{day(createdAt)}</time> },
  { title: 'Status', cell: ({ businessStatus }) => <ApprovalWord status={businessStatus} /> },
  { title: 'Decide', cell: (business) => <ReviewButtons business={business} /> },
]

const APPLICATIONS: readonly Column<Business>[] = [
  {
    title: 'Business',
    cell: ({ id, name }) => (
      <Link to={detailsHref(id)} className="font-medium">
        {name}
      </Link>
    ),
  },
  { title: 'Applied', cell: ({ createdAt }) => day(createdAt) },
  { title: 'Status', cell: ({ businessStatus }) => <ApprovalWord status={businessStatus} /> },
  {
    title: 'Last decision',
    short: 'Decision',
    cell: ({ review }) => (review ? `${approvalLabel(review.to)}, ${day(review.at)}, by ${review.by ?? 'the business'}` : 'None yet'),
  },
  { title: 'Reason', cell: ({ review }) => review?.reason || 'None given' },
]

/** Businesses, each with what may be decided on it now. */
export function BusinessTable({ businesses, label }: { businesses: readonly Business[]; label: string }) {
  return <RowTable className="mt-3" label={label} columns={BUSINESSES} rows={businesses} keyOf={({ id }) => id} />
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
            <RowTable className="mt-6" label="Business Applications" columns={APPLICATIONS} rows={items} keyOf={({ id }) => id} />
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
