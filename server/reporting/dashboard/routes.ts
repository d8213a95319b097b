import type { FastifyInstance } from 'fastify'
import { office, staff } from '#contract/reporting/dashboard.ts'
import { mayApprove } from '#domain/business.ts'
import { toDecimal } from '#domain/money.ts'
import { mayAct } from '#domain/permissions.ts'
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
  route(app, office.waiting, ({ actor }) =>
    actor.role === 'business_admin' ? countSellerMenu(db, found(actor.businessId), now()) : countMenu(db, actor, now()),
  )

  route(app, staff.dashboardStats, async ({ actor }) => {
    const counts = await countShop(db, actor)
    const { approved, total } = counts.businesses
    const activity = await listActivity(db, actor, ACTIVITIES)
    const names = await nameTargets(db, activity)
    const settings = await readSettings(db)
    return {
      ...counts,
      waiting: await countWaiting(db, actor, now()),
      monthlyRevenue: mayAct(actor, 'analytics.read') ? toDecimal(await sumRevenue(db, startOfMonth(now(), settings.company.timeZone))) : 0,
      conversionRate: ratio(approved * 100, total),
      averageProducts: ratio(counts.totalProducts, approved),
      recentActivity: activity.map(({ at, ...entry }) => ({
        ...entry,
        at: at.toISOString(),
        targetName: names.get(`${entry.targetType}:${entry.targetId}`) ?? null,
      })),
      mayApprove: mayAct(actor, 'sellers.write') && mayApprove(actor.role, settings.switches.onlySuperAdminsApprove),
      basis: settings.basis,
    }
  })
}
