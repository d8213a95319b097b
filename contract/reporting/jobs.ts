import * as z from 'zod/mini'
import { Id, IdParams, Ok, pageFields } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'

const staff = ['application_admin', 'super_admin'] as const

export const JOB_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
export const JOB_KINDS = [
  'catalog-import',
  'catalog-undo',
  'purge',
  'review-reminder',
  'payment-reminder',
  'email-confirmation',
  'low-stock',
  'hold-expiry',
  'payment-check',
  'dispute-check',
  'refunds',
  'transfers',
  'snapshot',
] as const

/** A piece of work in the background. */
export const Job = z.object({
  id: Id,
  kind: z.enum(JOB_KINDS),
  state: z.enum(JOB_STATES),
  createdAt: z.string(),
  startedAt: z.nullable(z.string()),
  finishedAt: z.nullable(z.string()),
  /** Milliseconds from the start of its last try to its end; null while it runs or waits. */
  tookMs: z.nullable(z.int()),
  /** Tries after the first. */
  retries: z.int(),
  /** When a waiting one begins. */
  dueAt: z.string(),
  /** What went wrong in its last try; null where nothing did. */
  error: z.nullable(z.string()),
  /** What came of it, in a few words; null where it says nothing. */
  result: z.nullable(z.string()),
})
export type Job = z.output<typeof Job>

export const jobs = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/jobs',
    access: staff,
    summary: 'Work in the background of the last weeks.',
    query: z.object({
      ...pageFields,
      state: z.optional(z.enum(JOB_STATES)),
      kind: z.optional(z.enum(JOB_KINDS)),
      sort: z._default(z.enum(['createdAt', '-createdAt', 'kind', '-kind']), '-createdAt'),
    }),
    response: z.array(Job),
    list: true,
  }),
  schedules: endpoint({
    method: 'GET',
    path: '/api/admin/jobs/schedules',
    access: staff,
    summary: 'What runs by the clock, and when next.',
    response: z.array(z.object({ kind: z.enum(JOB_KINDS), nextAt: z.string() })),
  }),
  retry: endpoint({
    method: 'POST',
    path: '/api/admin/jobs/:id/retry',
    access: staff,
    summary: 'Tries a failed piece of work again.',
    params: IdParams,
    response: Ok,
  }),
}
