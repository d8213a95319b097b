import type { FastifyReply, FastifyRequest } from 'fastify'
import { PAGE_LIMIT } from '#contract/common.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { FIRST_ID, LAST_ID, readCursor, type SyncState, writeCursor } from '#server/platform/sync/cursor.ts'
import { type Changes, lastPosition, listChanged, readEra } from '#server/platform/sync/transaction-numbers.ts'
import { refuse } from './refusal.ts'

/** Time before `updatedSince` that is read as well: a change counts from its commit, and no transaction is as long. */
const MARGIN_MS = 3_600_000

/** Parameters of a list that is read by changes. */
interface SyncQuery {
  updatedSince?: string | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

/** The rows of a list, as far as a reader may see them. */
export interface SyncedRows<Row> {
  /** Name of the list, with whose it is. */
  list: string
  changes: Changes
  /** Returns the ids after one, in their order; those changed since a moment only. */
  idsAfter: (id: string, since: Date | null, limit: number) => Promise<string[]>
  /** Returns the rows with these ids, also those that were deleted. */
  rowsOf: (ids: readonly string[]) => Promise<readonly Row[]>
}

/** Names of parameters that go with the others of `SyncQuery`. */
const ALONGSIDE = ['updatedSince', 'cursor', 'limit', 'fields']

/** Returns whether a list is asked for by changes. Refuses filters, by which rows would leave it unseen, and both parameters at once. */
export function isSync(query: SyncQuery & Record<string, unknown>): boolean {
  if (query.updatedSince === undefined && query.cursor === undefined) return false
  const others = Object.keys(query).filter((name) => !ALONGSIDE.includes(name) && query[name] !== undefined)
  const extra = query.updatedSince !== undefined && query.cursor !== undefined ? ['updatedSince', ...others] : others
  if (extra.length === 0) return true
  const errors = extra.map((field) => ({ field, message: 'Leave this out where changes are read' }))
  return refuse('invalid_input', { detail: 'Changes are read without filters, page and order.', errors })
}

/**
 * Reads one page of changes: first the rows by id, then what has changed since, in the order of the changes. The header `X-Next-Cursor` has
 * the cursor to go on with, now where `Link` has a next page, else later.
 */
export async function readChanges<Row extends { id: string }>(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { updatedSince, cursor, limit = PAGE_LIMIT }: SyncQuery,
  synced: SyncedRows<Row>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<{ items: Row[]; total: null }> {
  const scope = { era: await readEra(db), list: synced.list }
  const begun = cursor === undefined ? await begin(db, synced.changes, updatedSince) : readCursor(scope, cursor, now())
  const { ids, state, hasMore } = await step(db, begun, synced, limit)
  const found = new Map((await synced.rowsOf(ids)).map((row) => [row.id, row]))
  const next = writeCursor(scope, state, now())
  reply.header('x-next-cursor', next)
  if (hasMore) {
    const url = new URL(request.url, 'http://localhost')
    url.searchParams.delete('updatedSince')
    url.searchParams.set('cursor', next)
    reply.header('link', `<${url.pathname}${url.search}>; rel="next"`)
  }
  return { items: ids.flatMap((id) => found.get(id) ?? []), total: null }
}

async function begin(db: Db, changes: Changes, updatedSince: string | undefined): Promise<SyncState> {
  const since = updatedSince === undefined ? null : new Date(Date.parse(updatedSince) - MARGIN_MS).toISOString()
  return { phase: 'rows', since, after: FIRST_ID, point: { position: await lastPosition(db, changes), id: LAST_ID } }
}

interface Step {
  ids: string[]
  state: SyncState
  hasMore: boolean
}

async function step(
  db: Db,
  state: SyncState,
  { changes, idsAfter }: Pick<SyncedRows<never>, 'changes' | 'idsAfter'>,
  limit: number,
): Promise<Step> {
  if (state.phase === 'rows') {
    const { point, since, after } = state
    const ids = await idsAfter(after, since === null ? null : new Date(since), limit)
    const last = ids.length === limit ? ids.at(-1) : undefined
    if (last !== undefined) return { ids, state: { phase: 'rows', since, after: last, point }, hasMore: true }
    const [changed] = await listChanged(db, changes, point, 1)
    return { ids, state: { phase: 'changes', point }, hasMore: changed !== undefined }
  }
  const found = await listChanged(db, changes, state.point, limit + 1)
  const shown = found.slice(0, limit)
  return { ids: shown.map(({ id }) => id), state: { phase: 'changes', point: shown.at(-1) ?? state.point }, hasMore: found.length > limit }
}
