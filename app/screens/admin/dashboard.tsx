import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { AccessDenied } from '#app/features/kit/frame/access-denied.tsx'
import { RecentActivity } from '#app/features/kit/frame/activity.tsx'
import { statsQuery } from '#app/features/kit/frame/queries.ts'
import { Tiles } from '#app/features/kit/frame/tiles.tsx'
import { officeGroups, officePlaces } from '#app/features/kit/office-places.ts'
import { useSession } from '#app/features/kit/session/use-session.ts'
import { adminOrdersQuery } from '#app/features/orders/queries.ts'
import { openDisputesQuery } from '#app/features/payments/disputes/queries.ts'
import { isApiError } from '#app/lib/api.ts'
import { figure, money } from '#app/lib/format.ts'
import { queryOf } from '#app/lib/load.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import type { DashboardStats } from '#contract/reporting/dashboard.ts'
import { OrdersTable } from './orders-table.tsx'

const LATEST = 5

export default function DashboardScreen() {
  const token = useToken((state) => state.token)
  const stats = useQuery(queryOf(statsQuery(token)))
  if (isApiError(stats.error) && stats.error.status === 403) return <AccessDenied />
  return (
    <>
      <h1>Application Dashboard</h1>
      <Load read={statsQuery(token)} failure="The figures could not be loaded.">
        {(figures) => <QuickStats stats={figures} />}
      </Load>
      <Places />
      <LatestOrders />
      {stats.data && <RecentActivity entries={stats.data.recentActivity} />}
    </>
  )
}

function QuickStats({ stats }: { stats: DashboardStats }) {
  const token = useToken((state) => state.token)
  const pending = useQuery(queryOf(adminOrdersQuery(token, { search: '', status: 'pending', sort: '-createdAt', page: 1 }, 1)))
  const disputes = useQuery(queryOf(openDisputesQuery(token)))
  const waiting = [
    { count: pending.data?.total ?? 0, one: 'order is pending', many: 'orders are pending', to: '/admin/orders?status=pending' },
    {
      count: stats.businesses.pending,
      one: 'business waits for review',
      many: 'businesses wait for review',
      to: '/admin/businesses?businessStatus=pending',
    },
    { count: disputes.data?.total ?? 0, one: 'payment is disputed', many: 'payments are disputed', to: '/admin/disputes?open=true' },
  ].filter(({ count }) => count > 0)
  return (
    <section aria-labelledby="stats" className="mt-5">
      <h2 id="stats" className="text-xl">
        Quick Stats
      </h2>
      <Tiles
        tiles={[
          { value: figure(stats.totalUsers), label: 'Users' },
          { value: figure(stats.totalProducts), label: 'Products' },
          { value: figure(stats.totalOrders), label: 'Orders' },
          { value: money(stats.monthlyRevenue, 'USD'), label: 'Revenue this month' },
        ]}
      />
      {waiting.length > 0 && (
        <p className="mt-3 flex flex-wrap gap-x-6">
          {waiting.map(({ count, one, many, to }) => (
            <Link key={to} to={to} className="py-2.5">
              {figure(count)} {count === 1 ? one : many}
            </Link>
          ))}
        </p>
      )}
    </section>
  )
}

/** Every screen of the back office that this user may enter, a column for each group. */
function Places() {
  const { user } = useSession()
  const token = useToken((state) => state.token)
  const disputes = useQuery(queryOf(openDisputesQuery(token)))
  if (!user) return null
  const counts = new Map([['/admin/disputes', disputes.data?.total ?? 0]])
  const about = new Map(officePlaces(user.role).map((place) => [place.to, place.about]))
  return (
    <nav aria-label="Screens" className="grid grid-cols-[repeat(auto-fit,minmax(14rem,1fr))] mt-6 border-2 border-ink bg-surface">
      {officeGroups(user.role)
        .filter(({ title }) => title !== 'Overview')
        .map(({ title, links }) => (
          <div key={title} className="px-1.5 pt-3.5 pb-2 not-first:fold-l max-[75rem]:not-first:border-l-0">
            <h2 className="px-3 pb-1 text-lg">{title}</h2>
            <ul>
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link
                    className="group block px-3 py-1.5 text-ink-2 text-sm no-underline hover:bg-blue-tint focus-visible:-outline-offset-3"
                    to={to}
                  >
                    <b className="block text-blue text-base font-semibold underline-offset-[0.18em] group-hover:underline">
                      {counts.get(to) ? `${label} (${figure(counts.get(to) ?? 0)})` : label}
                    </b>
                    {about.get(to)}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
    </nav>
  )
}

function LatestOrders() {
  const token = useToken((state) => state.token)
  const latest = adminOrdersQuery(token, { search: '', status: undefined, sort: '-createdAt', page: 1 }, LATEST)
  return (
    <section aria-labelledby="latest" className="mt-8">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="latest" className="text-xl">
          Latest orders
        </h2>
        <Link to="/admin/orders" className="py-3">
          All orders
        </Link>
      </div>
      <Load read={latest} failure="The orders could not be loaded.">
        {({ items, total }) =>
          total === 0 ? <p className="panel mt-3 p-6 text-ink-2">No orders yet.</p> : <OrdersTable orders={items} label="Latest orders" />
        }
      </Load>
    </section>
  )
}
