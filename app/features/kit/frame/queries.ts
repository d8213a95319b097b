import type { Waiting } from '#app/features/kit/menu/screen.ts'
import type { Read } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Settings } from '#contract/platform/settings.ts'
import type { DashboardStats } from '#contract/reporting/dashboard.ts'

export const statsQuery = (token: string | null): Read<DashboardStats> => ({
  queryKey: [...officeKey(token), 'stats'],
  read: (api, signal) => api.staff.dashboardStats({ signal }),
  staleTime: 0,
})

/** Counts of what waits for the caller. */
export const waitingQuery = (token: string | null): Read<Record<Waiting, number>> => ({
  queryKey: [...officeKey(token), 'waiting'],
  read: (api, signal) => api.office.waiting({ signal }),
})

export const settingsQuery = (token: string | null): Read<Settings> => ({
  queryKey: [...officeKey(token), 'settings'],
  read: (api, signal) => api.settings.read({ signal }),
  staleTime: 0,
})
