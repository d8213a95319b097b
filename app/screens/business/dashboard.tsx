import { Link, useSearchParams } from 'react-router'
import { ownStatsQuery } from '#app/features/catalog/product-queries.ts'
import { Views } from '#app/features/kit/frame/views.tsx'
import { ownProfileQuery } from '#app/features/sellers/queries.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { NewTabLink } from '#app/ui/new-tab-link.tsx'
import { Together } from '#app/ui/together.tsx'
import type { BusinessStats } from '#contract/catalog/seller-products.ts'
import { ApprovalNotice } from './dashboard/approval-notice.tsx'
import { Overview } from './dashboard/overview.tsx'
import { PauseNotice } from './dashboard/pause-notice.tsx'
import { Products } from './dashboard/products.tsx'
import { TraderNotice } from './dashboard/trader-notice.tsx'

const TABS = ['overview', 'products', 'featured', 'inventory', 'low-stock'] as const
type Tab = (typeof TABS)[number]
const LABELS: Record<Tab, string> = {
  overview: 'Overview',
  products: 'All Products',
  featured: 'Featured Products',
  inventory: 'Inventory Details',
  'low-stock': 'Low Stock',
}

export default function BusinessDashboardScreen() {
  const token = useToken((state) => state.token)
  const [search] = useSearchParams()
  const tab = TABS.find((key) => key === search.get('tab')) ?? 'overview'
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h1>Business Dashboard</h1>
        <p className="flex flex-wrap gap-3">
          <Link to="/business/profile" className="button hollow small">
            Business Profile
          </Link>
          <NewTabLink to="/business/products/new" className="button small">
            Add New Product
          </NewTabLink>
        </p>
      </div>
      <Together>
        <Load read={ownProfileQuery(token)} failure="Your business could not be loaded.">
          {(business) => (
            <>
              <ApprovalNotice business={business} />
              <PauseNotice pause={business.pause} />
              <TraderNotice business={business} />
            </>
          )}
        </Load>
        <Load read={ownStatsQuery(token)} failure="Your figures could not be loaded.">
          {(stats) => <Dashboard stats={stats} tab={tab} />}
        </Load>
      </Together>
    </>
  )
}

function Dashboard({ stats, tab }: { stats: BusinessStats; tab: Tab }) {
  const counts: Partial<Record<Tab, number>> = {
    products: stats.totalProducts,
    featured: stats.featuredProducts,
    'low-stock': stats.lowStock,
  }
  return (
    <>
      <Views
        label="Dashboard"
        current={tab}
        hrefOf={(key) => (key === 'overview' ? '/business/dashboard' : `/business/dashboard?tab=${key}`)}
        views={TABS.map((key) => ({ key, label: LABELS[key], count: counts[key] }))}
      />
      {tab === 'overview' ? <Overview stats={stats} /> : <Products tab={tab} label={LABELS[tab]} stats={stats} />}
    </>
  )
}
