import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { EXPORT_TYPES, type ExportFormat, MAX_SHEET_ROWS } from '#contract/export.ts'
import type { ListColumn } from '#contract/list.ts'
import { formatCount } from '#domain/text.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inSnapshot } from '#server/platform/db/client.ts'
import { type ListPart, partsOf } from '#server/platform/db/read-ids.ts'
import type { Deps } from '#server/platform/deps.ts'
import { csvRecords, STEP_ROWS, type TableValue, xlsxFile } from '#server/platform/vendors/table-file.ts'
import type { Actor } from './actor.ts'
import { refuse } from './refusal.ts'
import { type Context, route } from './route.ts'
import { sendFile } from './send-answer.ts'

/** A column of an exported list. */
export interface ExportColumn<Row> {
  title: string
  value: (row: Row) => TableValue
  /** Width in the spreadsheet, in characters; default 18. */
  width?: number
}

type Caller<E> = Pick<Context<E>, 'query' | 'actor'>

/** A list that is read at once. */
interface ShortList<E, Row> {
  all: (tx: Db, context: Caller<E>) => Promise<readonly Row[]>
}

/** A list of any length. */
interface LongList<E, Row> {
  /** Returns the ids of all rows that match, in the order of the list. */
  ids: (context: Caller<E>) => Promise<readonly string[]>
  /** Returns the rows with the ids of `part`, in the order of the list; those that are gone are left out. */
  rows: (tx: Db, context: Caller<E>, part: Required<ListPart>) => Promise<readonly Row[]>
}

type Export<E, Row> = {
  /** Base name of the file, to which the date is appended; also the name in the audit log. */
  name: string
  columns: readonly ExportColumn<Row>[]
  /** Refuses by the state of the actor's business, as in `route`. */
  requires?: (actor: Actor) => void
} & (ShortList<E, Row> | LongList<E, Row>)

const DEFAULT_WIDTH = 18

function fileColumn<Row>({ title, heading = title, kind, value, inFile = value, width }: ListColumn<Row>): ExportColumn<Row> {
  const cell = (row: Row): TableValue => {
    const written = inFile(row) ?? null
    if (kind === 'moment' && typeof written === 'string') return written === '' ? null : new Date(written)
    return kind === 'money' && typeof written === 'number' ? { amount: written } : written
  }
  return { title: heading, value: cell, ...(width !== undefined && { width }) }
}

/** Returns the columns of a list for its file: `first`, then the others in the order of the list. */
export function fileColumns<Row, Id extends string>(
  list: readonly ListColumn<Row, Id>[],
  first: readonly Id[] = [],
): readonly ExportColumn<Row>[] {
  const placeOf = ({ id }: ListColumn<Row, Id>) => (first.includes(id) ? first.indexOf(id) : first.length)
  return list
    .filter(({ only }) => only !== 'grid')
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map(fileColumn)
}

/**
 * Binds the export of a list (`exportOf`): all rows that match the filters, in one file. Which rows it has, and their order, is read at its
 * beginning; then they are read 500 at a time, each time in a short transaction of their own, as fast as the client takes them. A client
 * that goes away ends its export. Every export is recorded in the audit log before its first byte.
 */
export function exportRoute<E extends Endpoint, Row>(
  app: FastifyInstance,
  { db, now }: Deps,
  endpoint: E,
  { name, columns, requires, ...list }: Export<E, Row>,
): void {
  const write = async ({ actor, query, request, reply }: Context<E>): Promise<never> => {
    const { format, ...filter } = query as { format: ExportFormat } // made by exportOf
    const caller = { actor, query }
    const all = 'all' in list ? await inSnapshot(db, (tx) => list.all(tx, caller)) : null
    const ids = 'ids' in list ? await list.ids(caller) : []
    const total = all?.length ?? ids.length
    if (format === 'xlsx' && total > MAX_SHEET_ROWS) refuse('export_too_large', { facts: { rows: formatCount(MAX_SHEET_ROWS) } })
    const by = actor as { userId: string; name: string; role: string } | null // every export requires a role
    await recordAudit(db, {
      actor: by,
      action: `${name}.export`,
      targetType: 'export',
      targetId: name,
      after: { format, rows: total, ...filter },
      requestId: request.id,
    })
    async function* steps(): AsyncGenerator<TableValue[][]> {
      const cellsOf = (rows: readonly Row[]) => rows.map((row) => columns.map(({ value }) => value(row)))
      if ('all' in list) return yield cellsOf(all ?? [])
      for (const part of partsOf(ids, STEP_ROWS)) {
        if (reply.raw.destroyed) return // nobody waits any more
        yield cellsOf(await inSnapshot(db, (tx) => list.rows(tx, caller, part)))
      }
    }
    const titles = columns.map(({ title }) => title)
    async function* csv(): AsyncGenerator<Buffer> {
      yield csvRecords([], titles)
      for await (const step of steps()) yield csvRecords(step)
    }
    async function* rows(): AsyncGenerator<TableValue[]> {
      for await (const step of steps()) yield* step
    }
    const widths = columns.map(({ width = DEFAULT_WIDTH }) => width)
    const bytes = format === 'csv' ? Readable.from(csv(), { highWaterMark: 1 }) : await xlsxFile([{ name, titles, widths, rows: rows() }])
    reply.header('x-total-count', String(total))
    return sendFile(reply, { name: `${name}-${now().toISOString().slice(0, 10)}.${format}`, type: EXPORT_TYPES[format], bytes })
  }
  route(app, endpoint, write, requires ? { requires } : {})
}
