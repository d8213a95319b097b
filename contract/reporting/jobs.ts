import * as z from 'zod/mini'
import { Id, IdParams, Ok, pageFields } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { STAFF_ROLES } from '#domain/user.ts'

const JOB_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
/** Kinds of background work that staff see. */
export const JOB_KINDS = [
  'catalog-import',
  'catalog-undo',
  'linked-pictures',
  'purge',
  'review-reminder',
  'payment-reminder',
  'email-confirmation',
  'low-stock',
  'sale-prices',
  'search-refresh',
  'specification-values',
  'older-invoices',
  'e-invoice',
  'documents-monthly',
  'trader-details',
  'register-reminder',
  'token-expiry',
  'vat-recheck',
  'exemption-expiry',
  'exchange-rates',
  'hold-expiry',
  'payment-check',
  'credited-orders',
  'milestone-cards',
  'dispute-check',
  'refunds',
  'taxes',
  'transfers',
  'snapshot',
  'audit-seal',
  'audit-anchor',
] as const

/** A background job. */
export const Job = z.object({
  id: Id,
  kind: z.enum(JOB_KINDS),
  state: z.enum(JOB_STATES),
  createdAt: z.string(),
  startedAt: z.nullable(z.string()),
  finishedAt: z.nullable(z.string()),
  /** Duration of the last attempt in milliseconds; null while it runs or waits. */
  tookMs: z.nullable(z.int()),
  /** Attempts after the first. */
  retries: z.int(),
  /** Start time of a waiting job. */
  dueAt: z.string(),
  /** Error of the last attempt; null if there was none. */
  error: z.nullable(z.string()),
  /** Summary of the result; null if there is none. */
  result: z.nullable(z.string()),
})
export type Job = z.output<typeof Job>

export const jobs = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/jobs',
    access: STAFF_ROLES,
    permission: 'system.read',
    summary: 'Lists the background jobs of the last weeks; seals of the audit log that worked only with that `kind`.',
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
    access: STAFF_ROLES,
    permission: 'system.read',
    summary: 'Lists the scheduled jobs with their next run.',
    response: z.array(z.object({ kind: z.enum(JOB_KINDS), nextAt: z.string() })),
  }),
  retry: endpoint({
    method: 'POST',
    path: '/api/admin/jobs/:id/retry',
    access: STAFF_ROLES,
    permission: 'system.write',
    money: 'always',
    summary: 'Retries a failed job.',
    params: IdParams,
    response: Ok,
  }),
}
