import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { ownClaimsQuery } from '#app/features/content/claims/own-queries.ts'
import { AccessDenied } from '#app/features/kit/frame/access-denied.tsx'
import { RecentActivity } from '#app/features/kit/frame/activity.tsx'
import { statsQuery } from '#app/features/kit/frame/queries.ts'
import { Tiles } from '#app/features/kit/frame/tiles.tsx'
import { useSwitches } from '#app/features/kit/frame/use-switches.ts'
import { officeEntries } from '#app/features/kit/office-places.ts'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { openDisputesQuery } from '#app/features/payments/disputes/queries.ts'
import { queryOf } from '#app/lib/api.ts'
import { figure, money } from '#app/lib/format.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import { Together } from '#app/ui/together.tsx'
import { isApiError } from '#contract/errors.ts'
import type { DashboardStats } from '#contract/reporting/dashboard.ts'
import { type Holder, mayAct } from '#domain/permissions.ts'
import { pluralize } from '#domain/text.ts'

const Trend = lazy(() => import('#app/features/reporting/trend.tsx'))

export default function DashboardScreen() {
  const token = useToken((state) => state.token)
  const user = usePageUser()
  const stats = useQuery(queryOf(statsQuery(token)))
  if (isApiError(stats.error) && stats.error.status === 403) return <AccessDenied />
  return (
    <>
      <h1>Application Dashboard</h1>
      <Together>
        <Load read={statsQuery(token)} failure="The figures could not be loaded.">
          {(figures) => (
            <>
              {figures.basis === 'legacy' && <RulesNotice />}
              {user && <Waiting stats={figures} user={user} />}
              {user && <QuickStats stats={figures} user={user} />}
            </>
          )}
        </Load>
        {user && mayAct(user, 'analytics.read') && (
          <Suspense fallback={<div className="skeleton mt-8 h-90" />}>
            <Trend />
          </Suspense>
        )}
        {stats.data && <RecentActivity entries={stats.data.recentActivity} />}
        <Places />
      </Together>
    </>
  )
}

/** Notice of a shop where the rules by country are not in force yet. */
function RulesNotice() {
  const user = usePageUser()
  return (
    <p className="notice mt-4">
      One tax rate and one set of shipping rates apply to every country.{' '}
      {user?.role === 'super_admin' ? (
        <Link to="/admin/tax">Check and turn on the tax rules by country</Link>
      ) : (
        'A super admin can turn on the rules by country.'
      )}
    </p>
  )
}

type ForUser = { stats: DashboardStats; user: Holder }

/** Things that wait for staff, each a link to its list, with the trend of the week. */
function Waiting({ stats: { waiting }, user }: ForUser) {
  const token = useToken((state) => state.token)
  const seesDisputes = mayAct(user, 'payments.read')
  const disputes = useQuery({ ...queryOf(openDisputesQuery(token)), enabled: seesDisputes })
  const open = disputes.data?.total ?? 0
  const asked = ownClaimsQuery(token, { illustrative: 'true', page: '1', limit: '1', sort: 'position' })
  const claims = useQuery({ ...queryOf(asked), enabled: mayAct(user, 'content.read') })
  const unproven = claims.data?.total ?? 0
  const places = [
    { needs: 'orders.read', label: 'Orders to ship', to: '/admin/orders?waitsFor=shipping', of: 'ordered', ...waiting.toShip },
    { needs: 'orders.read', label: 'Returns to answer', to: '/admin/returns?status=requested', of: 'requested', ...waiting.returns },
    { needs: 'orders.read', label: 'Refunds to make', to: '/admin/orders?waitsFor=refund', of: 'requested', ...waiting.refunds },
    { needs: 'support.read', label: 'Messages to answer', to: '/admin/messages?status=open', of: 'received', ...waiting.messages },
    {
      needs: 'sellers.read',
      label: 'Applications to review',
      to: '/admin/businesses?businessStatus=pending',
      of: 'received',
      ...waiting.applications,
    },
    // only super admins send payouts
    ...(user.role === 'super_admin'
      ? [{ needs: 'finance.read', label: 'Payouts to send', to: '/admin/payouts', of: 'prepared', ...waiting.payouts } as const]
      : []),
    ...(waiting.overdue > 0
      ? [{ needs: 'orders.read', label: 'Overdue payments', to: '/admin/orders?waitsFor=payment', count: waiting.overdue } as const]
      : []),
    ...(open > 0 ? [{ needs: 'payments.read', label: 'Open disputes', to: '/admin/disputes?open=true', count: open } as const] : []),
  ] as const
  const shown = places.filter(({ needs }) => mayAct(user, needs))
  if (shown.length + unproven === 0) return null
  return (
    <section aria-labelledby="waiting" className="mt-5">
      <h2 id="waiting" className="text-xl">
        Waiting for you
      </h2>
      <ul
        className={`mt-3 grid grid-cols-2 gap-3 ${shown.length > 6 ? 'lg:grid-cols-4' : 'lg:grid-cols-[repeat(auto-fit,minmax(10rem,1fr))]'}`}
      >
        {shown.map(({ label, to, count, ...trend }) => (
          <li key={label} className="max-lg:last:odd:col-span-full">
            <Link to={to} className={`panel block h-full p-4 no-underline ${count > 0 ? '' : 'text-ink-2'}`}>
              <b className="block text-2xl text-ink">{figure(count)}</b>
              <span className="block font-medium">{label}</span>
              {'of' in trend && (
                <span className="block text-sm leading-snug text-ink-2">
                  {figure(trend.lastWeek)} {trend.of} in 7 days,{' '}
                  <span className="whitespace-nowrap">{figure(trend.weekBefore)} in the</span> 7 before
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      {unproven > 0 && (
        <Link to="/admin/claims?illustrative=true" className="mt-2 flex min-h-11 w-fit items-center">
          {pluralize(unproven, 'public claim')} without a source
        </Link>
      )}
    </section>
  )
}

function QuickStats({ stats, user }: ForUser) {
  const all = [
    { needs: 'people.read', value: figure(stats.totalUsers), label: 'Users' },
    { needs: 'catalog.read', value: figure(stats.totalProducts), label: 'Products' },
    { needs: 'orders.read', value: figure(stats.totalOrders), label: 'Orders' },
    { needs: 'analytics.read', value: money(stats.monthlyRevenue, 'USD'), label: 'Revenue this month' },
  ] as const
  const tiles = all.filter(({ needs }) => mayAct(user, needs))
  if (tiles.length === 0) return null
  return (
    <section aria-labelledby="stats" className="mt-8">
      <h2 id="stats" className="text-xl">
        Quick Stats
      </h2>
      <Tiles tiles={tiles} />
    </section>
  )
}

/** Every screen of the back office that this user may enter, behind a disclosure below what waits: the menu has them too. */
function Places() {
  const user = usePageUser()
  const switches = useSwitches(user)
  if (!user) return null
  return (
    <details className="mt-8 border-2 border-ink bg-surface">
      <summary className="min-h-11 px-5 py-2.75 font-semibold">All screens</summary>
      <nav aria-label="Screens" className="grid grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]">
        {officeEntries(user, switches)
          .filter(({ title }) => title !== 'Home')
          .map(({ title, places }) => (
            <div key={title} className="px-1.5 pt-3.5 pb-2 not-first:fold-l max-[75rem]:not-first:border-l-0">
              <h2 className="px-3 pb-1 text-lg">{title}</h2>
              <ul>
                {places
                  .flatMap((place) => [place, ...place.tabs])
                  .map(({ to, label, about }) => (
                    <li key={to}>
                      <Link
                        className="group block px-3 py-1.5 text-ink-2 text-sm no-underline hover:bg-blue-tint focus-visible:-outline-offset-3"
                        to={to}
                      >
                        <b className="block text-blue text-base font-semibold underline-offset-[0.18em] group-hover:underline">{label}</b>
                        {about}
                      </Link>
                    </li>
                  ))}
              </ul>
            </div>
          ))}
      </nav>
    </details>
  )
}
