import { Link } from 'react-router'
import { CellLines, CellText } from '#app/features/kit/grid/cells.tsx'
import type { GridColumn, GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { actionsColumn, columnsOf, filtersOf } from '#app/features/kit/grid/list-columns.tsx'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { BusinessActions } from '#app/features/sellers/applications/business-actions.tsx'
import { ApprovalBadge, StatusBadge, typeLabel } from '#app/features/sellers/applications/status-badge.tsx'
import { SimilarNames, WaitingBadge } from '#app/features/sellers/applications/waiting-badge.tsx'
import { businessesGridQuery } from '#app/features/sellers/queries.ts'
import { telephone } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { Picture } from '#app/ui/picture.tsx'
import type { ListedBusiness } from '#contract/sellers/applications.ts'
import { BUSINESS_LIST } from '#contract/sellers/business-list.ts'
import { BUSINESS_STATUSES, BUSINESS_TYPES } from '#domain/business.ts'

const FILTERS: readonly GridFilter[] = [
  { name: 'status', label: 'Status', options: BUSINESS_STATUSES.map((value) => ({ value, label: value })) },
  ...filtersOf(BUSINESS_LIST),
  { name: 'businessType', label: 'Type', options: BUSINESS_TYPES.map((value) => ({ value, label: typeLabel(value) })) },
]

const COLUMNS: readonly GridColumn<ListedBusiness>[] = [
  ...columnsOf(
    BUSINESS_LIST,
    {
      name: (business: ListedBusiness) => <Who business={business} />,
      type: ({ businessType }) => <span className="px-2 py-px border-[1.5px] border-line-strong">{typeLabel(businessType)}</span>,
      status: (business) => (
        <CellLines
          more={
            <>
              <ApprovalBadge status={business.businessStatus} />
              <WaitingBadge business={business} />
            </>
          }
        >
          <StatusBadge status={business.status} />
        </CellLines>
      ),
      contact: (business) => <Contact business={business} />,
      address: (business) => <CellText>{placeOf(business)}</CellText>,
    },
    ['name', 'type', 'status', 'contact', 'address', 'createdAt', 'updatedAt'],
  ),
  actionsColumn((business) => <BusinessActions business={business} />),
]

/** Logo, name and what it says of itself; its first letter where there is no logo. */
function Who({ business }: { business: ListedBusiness }) {
  const user = usePageUser()
  const { id, name, logo, description } = business
  return (
    <span className="flex items-center gap-3 max-md:items-start">
      {logo ? (
        <Picture sizes="48px" src={logo} alt="" className="row-logo" loading="lazy" />
      ) : (
        <span className="row-logo letter" aria-hidden="true">
          {name.slice(0, 1).toUpperCase()}
        </span>
      )}
      <CellLines
        more={
          <>
            {user?.role === 'super_admin' && <SimilarNames business={business} />}
            <CellText>{description || 'No description provided'}</CellText>
          </>
        }
      >
        {user?.role === 'super_admin' ? (
          <Link to={`/super-admin/dashboard?business=${id}`} className="font-medium">
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <span className="font-medium">
            <bdi>{name}</bdi>
          </span>
        )}
      </CellLines>
    </span>
  )
}

function Contact({ business: { email, phone, website } }: { business: ListedBusiness }) {
  const more = (
    <>
      <span>{phone ? <a href={telephone(phone)}>{phone}</a> : 'No phone'}</span>
      <span>
        {website ? (
          <a href={website} rel="noopener noreferrer nofollow" target="_blank">
            {website.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')}
          </a>
        ) : (
          'No website'
        )}
      </span>
    </>
  )
  return (
    <CellLines more={more}>
      <a href={`mailto:${email}`} title={email}>
        {email}
      </a>
    </CellLines>
  )
}

function placeOf({ address, postalCode, city, country }: ListedBusiness): string {
  return [address, [postalCode, city].filter(Boolean).join(' '), country].filter(Boolean).join(', ') || 'Not given'
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
