import type * as z from 'zod/mini'
import { PAGE_LIMIT } from '#contract/common.ts'
import type { AdminOrderQuery } from '#contract/orders.ts'
import type { Db } from '#server/db/client.ts'
import { refuseField } from '#server/http/refusal.ts'
import { listOrders } from './lists/repository.ts'
import { presentAdminSummary } from './present-order.ts'

const DAY_MS = 86_400_000

/** One page of everybody's orders, for staff; `from` and `to` are days in UTC, both included. */
export async function listAllOrders(db: Db, query: z.output<typeof AdminOrderQuery>) {
  const { page = 1, limit = PAGE_LIMIT, from: _from, to: _to, ...filter } = query
  const from = startOfDay('from', query.from)
  const to = startOfDay('to', query.to)
  const before = to && new Date(to.getTime() + DAY_MS)
  const { items, total } = await listOrders(db, { ...filter, from, before, page, limit })
  return { items: items.map(presentAdminSummary), total }
}

function startOfDay(field: string, day: string | undefined): Date | undefined {
  if (day === undefined) return undefined
  const start = new Date(`${day}T00:00:00Z`)
  const isDay = !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day)
  return isDay ? start : refuseField(field, 'Please give a date like 2026-03-04')
}
