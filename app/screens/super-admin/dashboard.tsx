import { Link, useSearchParams } from 'react-router'
import { statsQuery } from '#app/features/applications/queries.ts'
import { Views } from '#app/features/back-office/views.tsx'
import { pageOf } from '#app/lib/address.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import type { DashboardStats } from '#contract/staff.ts'
import { ApplicationsView, BusinessList } from './dashboard/business-list.tsx'
import { BusinessDetailsView } from './dashboard/details.tsx'
import { Overview } from './dashboard/overview.tsx'
import { UserList } from './dashboard/user-list.tsx'

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
const FIRST_USERS = 10

export default function SuperAdminDashboardScreen() {
  const token = useToken((state) => state.token)
  const [search] = useSearchParams()
  const business = search.get('business')
  const tab = TABS.find((key) => key === search.get('tab')) ?? 'overview'
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h1>Super Admin Dashboard</h1>
        <Link to="/admin" className="button hollow small">
          Application Dashboard
        </Link>
      </div>
      <Load read={statsQuery(token)} failure="The figures could not be loaded.">
        {(stats) => (
          <>
            <Views
              label="Dashboard"
              current={business ? '' : tab}
              hrefOf={(key) => (key === 'overview' ? '/super-admin/dashboard' : `/super-admin/dashboard?tab=${key}`)}
              views={TABS.map((key) => ({ key, label: LABELS[key], count: countOf(key, stats) }))}
            />
            {business ? <BusinessDetailsView id={business} /> : <View tab={tab} page={pageOf(search.get('page'))} stats={stats} />}
          </>
        )}
      </Load>
    </>
  )
}

function countOf(tab: Tab, { businesses, totalUsers }: DashboardStats): number | undefined {
  if (tab === 'pending') return businesses.pending
  if (tab === 'active') return businesses.approved
  if (tab === 'applications') return businesses.total
  return tab === 'all-users' ? totalUsers : undefined
}

function View({ tab, page, stats }: { tab: Tab; page: number; stats: DashboardStats }) {
  switch (tab) {
    case 'overview':
      return <Overview stats={stats} />
    case 'pending':
      return <BusinessList businessStatus="pending" page={page} tab={tab} empty="No pending applications" />
    case 'active':
      return <BusinessList businessStatus="approved" page={page} tab={tab} empty="No businesses registered yet" />
    case 'applications':
      return <ApplicationsView page={page} />
    case 'all-users':
      return <UserList page={page} />
    case 'users':
      return <UserList page={1} limit={FIRST_USERS} />
  }
}
