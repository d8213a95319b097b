import { Link } from 'react-router'
import { CellLines } from '#app/features/kit/grid/cells.tsx'
import type { GridColumn, GridFilter } from '#app/features/kit/grid/columns.ts'
import { DataGrid } from '#app/features/kit/grid/data-grid.tsx'
import { columnsOf, filtersOf } from '#app/features/kit/grid/list-columns.tsx'
import { ApprovalBadge, typeLabel } from '#app/features/sellers/applications/status-badge.tsx'
import { SimilarNames, WaitingBadge } from '#app/features/sellers/applications/waiting-badge.tsx'
import { businessesGridQuery } from '#app/features/sellers/queries.ts'
import { day } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { type Column, RowTable } from '#app/ui/row-table.tsx'
import type { ListedBusiness } from '#contract/sellers/applications.ts'
import { BUSINESS_LIST } from '#contract/sellers/business-list.ts'
import { APPROVAL_LABELS, BUSINESS_TYPES } from '#domain/business.ts'
import { ReviewButtons } from './review-buttons.tsx'

const detailsHref = ({ id }: { id: string }) => `/super-admin/dashboard?business=${id}`

function Name({ business }: { business: ListedBusiness }) {
  return (
    <CellLines
      more={
        <>
          <span>{business.email}</span>
          <SimilarNames business={business} />
        </>
      }
    >
      <Link to={detailsHref(business)} className="font-medium">
        <bdi>{business.name}</bdi>
      </Link>
    </CellLines>
  )
}

function StatusBadges({ business }: { business: ListedBusiness }) {
  return (
    <CellLines more={<WaitingBadge business={business} />}>
      <ApprovalBadge status={business.businessStatus} />
    </CellLines>
  )
}

const place = ({ city, country }: ListedBusiness) => [city, country].filter(Boolean).join(', ')

const CELLS = {
  name: (business: ListedBusiness) => <Name business={business} />,
  status: (business: ListedBusiness) => <StatusBadges business={business} />,
}

const BUSINESSES: readonly GridColumn<ListedBusiness>[] = [
  ...columnsOf(
    BUSINESS_LIST,
    { ...CELLS, type: ({ businessType }) => typeLabel(businessType), place, createdAt: { title: 'Applied', sortsDownFirst: false } },
    ['name', 'type', 'place', 'createdAt', 'status'],
  ),
  { id: 'decide', title: 'Actions', isActions: true, cell: (business) => <ReviewButtons business={business} /> },
]

const APPLICATIONS: readonly GridColumn<ListedBusiness>[] = columnsOf(
  BUSINESS_LIST,
  {
    ...CELLS,
    createdAt: { title: 'Applied' },
    decision: ({ review }) => (review ? `${APPROVAL_LABELS[review.to]}, ${day(review.at)}, by ${review.by ?? 'the business'}` : 'None yet'),
  },
  ['name', 'createdAt', 'status', 'decision', 'reason'],
)

const TYPE: GridFilter = {
  name: 'businessType',
  label: 'Type',
  options: BUSINESS_TYPES.map((value) => ({ value, label: typeLabel(value) })),
}
const OVERVIEW: readonly Column<ListedBusiness>[] = BUSINESSES.map(({ title, cell }) => ({ title, cell }))

/** A few businesses, each with what may be decided on it now. */
export function BusinessTable({ businesses, label }: { businesses: readonly ListedBusiness[]; label: string }) {
  return <RowTable className="mt-3" label={label} columns={OVERVIEW} rows={businesses} keyOf={({ id }) => id} />
}

const GRID = {
  rowId: ({ id }: ListedBusiness) => id,
  rowName: ({ name }: ListedBusiness) => name,
  hrefOf: detailsHref,
  searchLabel: 'Search by name, email or place',
  exportPath: '/api/admin/businesses/export',
}

interface BusinessListProps {
  businessStatus: 'pending' | 'approved'
  label: string
  empty: string
}

/** All businesses of one approval status, longest waiting first. */
export function BusinessList({ businessStatus, label, empty }: BusinessListProps) {
  const token = useToken((state) => state.token)
  return (
    <DataGrid
      {...GRID}
      name={`businesses-${businessStatus}`}
      label={label}
      columns={BUSINESSES}
      read={(query) => businessesGridQuery(token, query)}
      fixed={{ businessStatus }}
      filters={[TYPE]}
      defaultSort="createdAt"
      empty={{ filtered: 'No businesses match your current filters', none: empty }}
      failure="The businesses could not be loaded."
    />
  )
}

/** Every application with the last decision on it: what, why, when and by whom. */
export function ApplicationsView() {
  const token = useToken((state) => state.token)
  return (
    <DataGrid
      {...GRID}
      name="applications"
      label="Business Applications"
      columns={APPLICATIONS}
      read={(query) => businessesGridQuery(token, query)}
      filters={[...filtersOf(BUSINESS_LIST), TYPE]}
      defaultSort="-createdAt"
      empty={{ filtered: 'No businesses match your current filters', none: 'No businesses registered yet' }}
      failure="The applications could not be loaded."
    />
  )
}
