import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { RecentActivity } from '#app/features/kit/frame/activity.tsx'
import { Tiles } from '#app/features/kit/frame/tiles.tsx'
import { businessesQuery } from '#app/features/sellers/queries.ts'
import { figure, money } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import type { DashboardStats } from '#contract/reporting/dashboard.ts'
import { BusinessTable } from './business-list.tsx'

const Trend = lazy(() => import('#app/features/reporting/trend.tsx'))

const SHOWN = 5

export function Overview({ stats }: { stats: DashboardStats }) {
  const token = useToken((state) => state.token)
  const { businesses } = stats
  return (
    <>
      <Tiles
        perRow={3}
        tiles={[
          { value: figure(businesses.total), label: 'Businesses' },
          { value: figure(businesses.pending), label: 'Pending' },
          { value: figure(businesses.approved), label: 'Approved' },
          { value: `${stats.conversionRate}%`, label: 'Conversion rate' },
          { value: figure(stats.averageProducts), label: 'Products per business' },
          { value: figure(stats.totalUsers), label: 'Users' },
          { value: figure(stats.totalProducts), label: 'Products' },
          { value: figure(stats.totalOrders), label: 'Orders' },
          { value: money(stats.monthlyRevenue, 'USD'), label: 'Revenue this month' },
        ]}
      />
      <section aria-labelledby="pending" className="mt-8">
        <div className="flex items-baseline justify-between gap-4">
          <h2 id="pending" className="text-xl">
            Pending applications
          </h2>
          <Link to="/super-admin/dashboard?tab=pending" className="py-3">
            View all
          </Link>
        </div>
        <Load
          read={businessesQuery(token, { businessStatus: 'pending', sort: 'createdAt', page: 1, limit: SHOWN })}
          failure="The applications could not be loaded."
        >
          {({ items }) =>
            items.length === 0 ? (
              <p className="panel mt-3 p-6 text-ink-2">No pending applications</p>
            ) : (
              <BusinessTable businesses={items} label="Pending applications" />
            )
          }
        </Load>
      </section>
      <Suspense fallback={<div className="skeleton mt-8 h-90" />}>
        <Trend />
      </Suspense>
      <RecentActivity entries={stats.recentActivity} />
    </>
  )
}
