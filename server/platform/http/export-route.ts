import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { EXPORT_TYPES, type ExportFormat, MAX_SHEET_ROWS } from '#contract/export.ts'
import { formatCount } from '#domain/text.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { type Db, inSnapshot } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { csvRecords, type TableValue, xlsxFile } from '#server/platform/vendors/table-file.ts'
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

interface Export<E, Row> {
  /** Base name of the file, to which the date is appended; also the name in the audit log. */
  name: string
  columns: readonly ExportColumn<Row>[]
  /**
   * Returns a page of rows, in the order of the list; fewer than `limit` end the export. Must read with `tx`, so that all pages see one
   * snapshot.
   */
  rows: (tx: Db, context: Pick<Context<E>, 'query' | 'actor'>, part: { limit: number; offset: number }) => Promise<readonly Row[]>
  /** Refuses by the state of the actor's business, as in `route`. */
  requires?: (actor: Actor) => void
}

const CHUNK = 5000
const DEFAULT_WIDTH = 18

/**
 * Binds the export of a list (`exportOf`): all rows that match the filters, in one file from one snapshot. Every export is recorded in the
 * audit log.
 */
export function exportRoute<E extends Endpoint, Row>(
  app: FastifyInstance,
  { db, now }: Deps,
  endpoint: E,
  { name, columns, rows, requires }: Export<E, Row>,
): void {
  const write = async ({ actor, query, request, reply }: Context<E>): Promise<never> => {
    const { format, ...filter } = query as { format: ExportFormat } // made by exportOf
    const titles = columns.map(({ title }) => title)
    const { parts, total } = await inSnapshot(db, (tx) => readAll(format, titles, (part) => readPart(tx, part)))
    async function readPart(tx: Db, part: { limit: number; offset: number }): Promise<TableValue[][]> {
      return (await rows(tx, { actor, query }, part)).map((row) => columns.map(({ value }) => value(row)))
    }
    const widths = columns.map(({ width = DEFAULT_WIDTH }) => width)
    const bytes = format === 'csv' ? Buffer.concat(parts.csv) : await xlsxFile([{ name, titles, widths, rows: parts.sheet }])
    const by = actor as { userId: string; name: string; role: string } | null // every export requires a role
    await recordAudit(db, {
      actor: by,
      action: `${name}.export`,
      targetType: 'export',
      targetId: name,
      after: { format, rows: total, ...filter },
      requestId: request.id,
    })
    reply.header('x-total-count', String(total))
    return sendFile(reply, { name: `${name}-${now().toISOString().slice(0, 10)}.${format}`, type: EXPORT_TYPES[format], bytes })
  }
  route(app, endpoint, write, requires ? { requires } : {})
}

async function readAll(
  format: ExportFormat,
  titles: readonly string[],
  read: (part: { limit: number; offset: number }) => Promise<TableValue[][]>,
) {
  const parts = { csv: format === 'csv' ? [csvRecords([], titles)] : [], sheet: [] as TableValue[][] }
  let total = 0
  for (let isLast = false; !isLast; ) {
    const values = await read({ limit: CHUNK, offset: total })
    total += values.length
    isLast = values.length < CHUNK
    if (format === 'csv') parts.csv.push(csvRecords(values))
    else if (total > MAX_SHEET_ROWS) refuse('export_too_large', { facts: { rows: formatCount(MAX_SHEET_ROWS) } })
    else parts.sheet.push(...values)
  }
  return { parts, total }
}
