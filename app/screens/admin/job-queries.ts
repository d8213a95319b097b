import type { GridQuery } from '#app/features/kit/grid/columns.ts'
import type { Read, ShopApi } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import type { Page } from '#contract/client.ts'
import type { Job } from '#contract/reporting/jobs.ts'

type Token = string | null
type JobsQuery = NonNullable<NonNullable<Parameters<ShopApi['jobs']['list']>[0]>['query']>
type Schedules = Awaited<ReturnType<ShopApi['jobs']['schedules']>>

/** One page of the work in the background, as a grid asks for it. */
export const jobsQuery = (token: Token, query: GridQuery): Read<Page<Job>> => ({
  queryKey: [...officeKey(token), 'jobs', query],
  read: (api, signal) => api.jobs.list({ query: query as JobsQuery, signal }), // the grid offers what the call knows
  staleTime: 0,
})

/** Scheduled jobs. */
export const schedulesQuery = (token: Token): Read<Schedules> => ({
  queryKey: [...officeKey(token), 'job-schedules'],
  read: (api, signal) => api.jobs.schedules({ signal }),
  staleTime: 0,
})
