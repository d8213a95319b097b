import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Amount } from '#contract/money.ts'
import { RATE_BASES } from '#domain/settings.ts'
import { STAFF_ROLES } from '#domain/user.ts'

/** Things that wait for staff, with those that came in during the last seven days and the seven days before. */
const Waiting = z.object({ count: z.int(), lastWeek: z.int(), weekBefore: z.int() })

/** Totals of the shop, what waits and what happened last, for staff. */
export const DashboardStats = z.object({
  waiting: z.object({
    toShip: Waiting,
    /** Pay Later orders with something that was due by the terms of their buyer. */
    overdue: z.int(),
    returns: Waiting,
    refunds: Waiting,
    messages: Waiting,
    applications: Waiting,
    payouts: Waiting,
  }),
  totalUsers: z.int(),
  totalProducts: z.int(),
  totalOrders: z.int(),
  /** Payments minus refunds in the calendar month (UTC), in USD. */
  monthlyRevenue: Amount,
  /** Businesses that are not deleted, by approval status. */
  businesses: z.object({ total: z.int(), pending: z.int(), approved: z.int(), suspended: z.int(), rejected: z.int() }),
  /** Percentage of approved businesses; 0 without any. */
  conversionRate: z.int(),
  /** Products per approved business, rounded; 0 without any. */
  averageProducts: z.int(),
  /** The last 20 audit entries that the caller may see; `targetName` is null if the target has no name or is gone. */
  recentActivity: z.array(
    z.object({
      at: z.string(),
      actorName: z.string(),
      action: z.string(),
      targetType: z.string(),
      targetId: z.string(),
      targetName: z.nullable(z.string()),
    }),
  ),
  /** True if the caller may change the approval of a business in its form; a setting reserves it for super admins. */
  mayApprove: z.boolean(),
  /**
   * `legacy`: one rate of tax and one row of shipping rates count in every country, until a super admin puts the rules by country in force.
   */
  basis: z.enum(RATE_BASES),
})
export type DashboardStats = z.output<typeof DashboardStats>

/** An audit entry as the dashboard shows it. */
export type Activity = DashboardStats['recentActivity'][number]

/** Counts of what waits for the caller; a seller has neither messages nor applications. */
const OfficeCounts = z.object({ orders: z.int(), quotes: z.int(), returns: z.int(), messages: z.int(), applications: z.int() })

export const office = {
  waiting: endpoint({
    method: 'GET',
    path: '/api/office/waiting',
    access: [...STAFF_ROLES, 'business_admin'],
    permission: 'any',
    summary:
      'Returns how many orders, quotes, returns, messages and applications wait for the caller: for staff of the whole shop, for sellers their own.',
    response: OfficeCounts,
    isPassive: true,
  }),
}

export const staff = {
  dashboardStats: endpoint({
    method: 'GET',
    path: '/api/admin/dashboard-stats',
    access: STAFF_ROLES,
    permission: 'any',
    summary: "Returns totals of the shop and recent activity; 0 for what the caller's duties do not read.",
    response: DashboardStats,
  }),
}
