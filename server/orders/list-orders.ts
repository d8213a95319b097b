import type * as z from 'zod/mini'
import { PAGE_LIMIT } from '#contract/common.ts'
import type { AdminOrderQuery } from '#contract/orders/orders.ts'
import type { Db } from '#server/platform/db/client.ts'
import { refuseField } from '#server/platform/http/refusal.ts'
import { listOrders, readOrders } from './order-list.ts'
import { presentAdminSummary } from './present-order.ts'

const DAY_MS = 86_400_000

type Query = Omit<z.output<typeof AdminOrderQuery>, 'page' | 'limit'>

/** Two days in UTC, both included, as the first instant and the first instant after; absent: no limit. */
export function spanOf({ from: first, to: last }: { from?: string | undefined; to?: string | undefined }) {
  const from = startOfDay('from', first)
  const to = startOfDay('to', last)
  return { from, before: to && new Date(to.getTime() + DAY_MS) }
}

function filterOf({ from, to, unpaidDays, ...filter }: Query, now: Date) {
  const unpaidSince = unpaidDays === undefined ? undefined : new Date(now.getTime() - unpaidDays * DAY_MS)
  return { ...filter, ...spanOf({ from, to }), unpaidSince }
}

/** One page of everybody's orders, for staff. */
export async function listAllOrders(db: Db, { page = 1, limit = PAGE_LIMIT, ...query }: z.output<typeof AdminOrderQuery>, now: Date) {
  const { items, total } = await listOrders(db, { ...filterOf(query, now), page, limit })
  return { items: items.map(presentAdminSummary), total }
}

/** A part of everybody's orders, for a file; `offset` is a multiple of `limit`. */
export async function readAllOrders(db: Db, query: Query, { limit, offset, now }: { limit: number; offset: number; now: Date }) {
  const items = await readOrders(db, { ...filterOf(query, now), page: offset / limit + 1, limit })
  return items.map(presentAdminSummary)
}

function startOfDay(field: string, day: string | undefined): Date | undefined {
  if (day === undefined) return undefined
  const start = new Date(`${day}T00:00:00Z`)
  const isDay = !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day)
  return isDay ? start : refuseField(field, 'Please give a date like 2026-03-04')
}
