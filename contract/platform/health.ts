import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'

export const health = {
  live: endpoint({
    method: 'GET',
    path: '/api/health/live',
    isUncounted: true,
    access: 'anyone',
    summary: 'Liveness: the process runs.',
    response: z.object({ status: z.literal('live') }),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/api/health/ready',
    isUncounted: true,
    access: 'anyone',
    summary: 'Readiness: the database is reachable and migrated.',
    response: z.object({ status: z.literal('ready') }),
  }),
}
