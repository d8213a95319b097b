import { Link } from 'react-router'
import type { GridColumn, GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { useSession } from '#app/features/kit/session/use-session.ts'
import { BusinessActions } from '#app/features/sellers/applications/business-actions.tsx'
import { businessesGridQuery } from '#app/features/sellers/applications/queries.ts'
import { ApprovalBadge, approvalLabel, StatusBadge, typeLabel } from '#app/features/sellers/applications/status-badge.tsx'
import { SimilarNames, WaitingBadge } from '#app/features/sellers/applications/waiting-badge.tsx'
import { shortDay, telephone } from '#app/lib/format.ts'
import { getShop } from '#app/lib/shop.ts'
import { useToken } from '#app/lib/token.ts'
import type { ListedBusiness } from '#contract/sellers/applications.ts'
import { APPROVAL_STATUSES, BUSINESS_STATUSES, BUSINESS_TYPES } from '#domain/business.ts'

export const meta = () => [{ title: `Businesses | ${getShop().name}` }, { name: 'robots', content: 'noindex' }]

const FILTERS: readonly GridFilter[] = [
  { name: 'status', label: 'Status', options: BUSINESS_STATUSES.map((value) => ({ value, label: value })) },
  { name: 'businessStatus', label: 'Business status', options: APPROVAL_STATUSES.map((value) => ({ value, label: approvalLabel(value) })) },
  { name: 'businessType', label: 'Type', options: BUSINESS_TYPES.map((value) => ({ value, label: typeLabel(value) })) },
]

const COLUMNS: readonly GridColumn<ListedBusiness>[] = [
  { id: 'name', title: 'Business', sort: 'name', isFixed: true, cell: (business) => <Who business={business} /> },
  { id: 'contact', title: 'Contact', cell: (business) => <Contact business={business} /> },
  { id: 'address', title: 'Address', cell: (business) => <Place business={business} /> },
  {
    id: 'status',
    title: 'Status',
    cell: (business) => (
      <span className="grid justify-items-start gap-0.5">
        <span className="px-2 py-px border-[1.5px] border-line-strong text-sm">{typeLabel(business.businessType)}</span>
        <StatusBadge status={business.status} />
        <ApprovalBadge status={business.businessStatus} />
        <WaitingBadge business={business} />
      </span>
    ),
  },
  {
    id: 'createdAt',
    title: 'Created',
    sort: 'createdAt',
    sortsDownFirst: true,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{shortDay(createdAt)}</time>,
  },
  {
    id: 'updatedAt',
    title: 'Updated',
    sort: 'updatedAt',
    sortsDownFirst: true,
    isExtra: true,
    cell: ({ updatedAt }) => <time dateTime={updatedAt}>{shortDay(updatedAt)}</time>,
  },
  { id: 'actions', title: 'Actions', isFixed: true, cell: (business) => <BusinessActions business={business} /> },
]

/** Logo, name and what it says of itself; its first letter where there is no logo. */
function Who({ business }: { business: ListedBusiness }) {
  const { user } = useSession()
  const { id, name, logo, description } = business
  return (
    <span className="flex items-start gap-3">
      {logo ? (
        <img src={logo} alt="" className="row-logo" loading="lazy" />
      ) : (
        <span className="row-logo letter" aria-hidden="true">
          {name.slice(0, 1).toUpperCase()}
        </span>
      )}
      <span className="min-w-0">
        {user?.role === 'super_admin' ? (
          <Link to={`/super-admin/dashboard?business=${id}`} className="font-medium">
            {name}
          </Link>
        ) : (
          <span className="font-medium">{name}</span>
        )}
        <span className="line-clamp-2 max-w-[26rem] text-ink-2 text-sm">{description || 'No description provided'}</span>
        {user?.role === 'super_admin' && <SimilarNames business={business} />}
      </span>
    </span>
  )
}

function Contact({ business: { email, phone, website } }: { business: ListedBusiness }) {
  return (
    <span className="contact-cell grid text-sm wrap-anywhere md:min-w-[13rem]">
      <a href={`mailto:${email}`}>{email}</a>
      {phone ? <a href={telephone(phone)}>{phone}</a> : <span className="text-ink-2">No phone</span>}
      {website ? (
        <a href={website} rel="noopener noreferrer nofollow" target="_blank">
          {website.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')}
        </a>
      ) : (
        <span className="text-ink-2">No website</span>
      )}
    </span>
  )
}

function Place({ business: { address, postalCode, city, country } }: { business: ListedBusiness }) {
  const lines = [address, [postalCode, city].filter(Boolean).join(' '), country].filter(Boolean)
  return <span className="block text-sm md:min-w-[12rem]">{lines.join(', ') || 'Not given'}</span>
}

export default function BusinessesScreen() {
  const token = useToken((state) => state.token)
  return (
    <>
      <h1>Businesses</h1>
      <DataGrid
        name="businesses"
        label="Businesses"
        columns={COLUMNS}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        read={(query) => businessesGridQuery(token, query)}
        filters={FILTERS}
        searchLabel="Search by name, email or place"
        defaultSort="name"
        exportPath="/api/admin/businesses/export"
        empty={{ filtered: 'No businesses match your current filters', none: 'No businesses registered yet' }}
        failure="The businesses could not be loaded."
      />
    </>
  )
}
