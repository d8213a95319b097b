import type { FastifyInstance } from 'fastify'
import { office, staff } from '#contract/reporting/dashboard.ts'
import { mayApprove } from '#domain/business.ts'
import { toDecimal } from '#domain/money.ts'
import { dayOf, startOfDay } from '#domain/time.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found } from '#server/platform/http/refusal.ts'
import { route } from '#server/platform/http/route.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { countMenu, countSellerMenu, countShop, countWaiting, listActivity, nameTargets, sumRevenue } from './shop-overview.ts'

const ACTIVITIES = 20
const startOfMonth = (now: Date, timeZone: string) => startOfDay(`${dayOf(now, timeZone).slice(0, 7)}-01`, timeZone)
const ratio = (part: number, whole: number) => (whole === 0 ? 0 : Math.round(part / whole))

/** The staff dashboard, and the counts of the back office's menu. */
export function staffRoutes(app: FastifyInstance, { db, now }: Deps): void {
  route(app, office.waiting, ({ actor: { role, businessId } }) =>
    role === 'business_admin' ? countSellerMenu(db, found(businessId), now()) : countMenu(db),
  )

  route(app, staff.dashboardStats, async ({ actor }) => {
    const counts = await countShop(db)
    const { approved, total } = counts.businesses
    const activity = await listActivity(db, { isSuper: actor.role === 'super_admin', limit: ACTIVITIES })
    const names = await nameTargets(db, activity)
    const settings = await readSettings(db)
    return {
      ...counts,
      waiting: await countWaiting(db, now()),
      monthlyRevenue: toDecimal(await sumRevenue(db, startOfMonth(now(), settings.company.timeZone))),
      conversionRate: ratio(approved * 100, total),
      averageProducts: ratio(counts.totalProducts, approved),
      recentActivity: activity.map(({ at, ...entry }) => ({
        ...entry,
        at: at.toISOString(),
        targetName: names.get(`${entry.targetType}:${entry.targetId}`) ?? null,
      })),
      mayApprove: mayApprove(actor.role, settings.switches.onlySuperAdminsApprove),
      basis: settings.basis,
    }
  })
}
