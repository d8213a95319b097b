import type { Read } from '#app/lib/load.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { DashboardStats } from '#contract/reporting/dashboard.ts'

export const statsQuery = (token: string | null): Read<DashboardStats> => ({
  queryKey: [...officeKey(token), 'stats'],
  read: (api, signal) => api.staff.dashboardStats({ signal }),
  staleTime: 0,
})
