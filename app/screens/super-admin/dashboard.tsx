import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { UsersGrid } from '#app/features/accounts/users/users-grid.tsx'
import { AccessDenied } from '#app/features/kit/frame/access-denied.tsx'
import { statsQuery } from '#app/features/kit/frame/queries.ts'
import { Views } from '#app/features/kit/frame/views.tsx'
import { queryOf } from '#app/lib/api.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { Together } from '#app/ui/together.tsx'
import { isApiError } from '#contract/errors.ts'
import type { DashboardStats } from '#contract/reporting/dashboard.ts'
import { ApplicationsView, BusinessList } from './dashboard/business-list.tsx'
import { BusinessDetailsView } from './dashboard/details.tsx'
import { Overview } from './dashboard/overview.tsx'
import { FirstUsers } from './dashboard/user-list.tsx'

const TABS = ['overview', 'pending', 'active', 'all-users', 'applications', 'users'] as const
type Tab = (typeof TABS)[number]
const LABELS: Record<Tab, string> = {
  overview: 'Overview',
  pending: 'Pending Businesses',
  active: 'Active Businesses',
  'all-users': 'All Users',
  applications: 'Business Applications',
  users: 'Users',
}

export default function SuperAdminDashboardScreen() {
  const token = useToken((state) => state.token)
  const [search] = useSearchParams()
  const business = search.get('business')
  const stats = useQuery(queryOf(statsQuery(token)))
  const tab = TABS.find((key) => key === search.get('tab')) ?? 'overview'
  if (isApiError(stats.error) && stats.error.status === 403) return <AccessDenied />
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h1>Super Admin</h1>
        <p className="flex flex-wrap gap-2">
          <Link to="/super-admin/products" className="button hollow small">
            Product Management
          </Link>
          <Link to="/admin" className="button hollow small">
            Application Dashboard
          </Link>
        </p>
      </div>
      <Together>
        <Load read={statsQuery(token)} failure="The figures could not be loaded.">
          {(stats) => (
            <>
              <Views
                label="Dashboard"
                current={business ? '' : tab}
                hrefOf={(key) => (key === 'overview' ? '/super-admin/dashboard' : `/super-admin/dashboard?tab=${key}`)}
                views={TABS.map((key) => ({ key, label: LABELS[key], count: countOf(key, stats) }))}
              />
              {business ? <BusinessDetailsView id={business} /> : <View key={tab} tab={tab} stats={stats} />}
            </>
          )}
        </Load>
      </Together>
    </>
  )
}

function countOf(tab: Tab, { businesses, totalUsers }: DashboardStats): number | undefined {
  if (tab === 'pending') return businesses.pending
  if (tab === 'active') return businesses.approved
  if (tab === 'applications') return businesses.total
  return tab === 'all-users' ? totalUsers : undefined
}

function View({ tab, stats }: { tab: Tab; stats: DashboardStats }) {
  switch (tab) {
    case 'overview':
      return <Overview stats={stats} />
    case 'pending':
      return <BusinessList businessStatus="pending" label={LABELS.pending} empty="No pending applications" />
    case 'active':
      return <BusinessList businessStatus="approved" label={LABELS.active} empty="No businesses registered yet" />
    case 'applications':
      return <ApplicationsView />
    case 'all-users':
      return <UsersGrid />
    case 'users':
      return <FirstUsers />
  }
}
