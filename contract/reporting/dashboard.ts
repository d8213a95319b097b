import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Amount } from '#contract/money.ts'

const staffRoles = ['application_admin', 'super_admin'] as const

export const DashboardStats = z.object({
  totalUsers: z.int(),
  totalProducts: z.int(),
  totalOrders: z.int(),
  /** Paid minus refunded in the calendar month (UTC), in USD. */
  monthlyRevenue: Amount,
  /** Businesses that are not deleted, by their standing. */
  businesses: z.object({ total: z.int(), pending: z.int(), approved: z.int(), suspended: z.int(), rejected: z.int() }),
  /** Approved of all businesses, in whole percent; 0 without any. */
  conversionRate: z.int(),
  /** Products for each approved business, rounded; 0 without any. */
  averageProducts: z.int(),
  /** The last 20 entries of the audit log that the caller may see; `targetName` is null where what it was about has no name, or is gone. */
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
  /** Whether the caller may change the approval of a business in its form; a setting keeps it for super admins. */
  mayApprove: z.boolean(),
})
export type DashboardStats = z.output<typeof DashboardStats>

export type Activity = DashboardStats['recentActivity'][number]

export const staff = {
  dashboardStats: endpoint({
    method: 'GET',
    path: '/api/admin/dashboard-stats',
    access: staffRoles,
    summary: 'Totals of the shop and what happened last.',
    response: DashboardStats,
  }),
}
