import { type Column, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'

/** The text around the rows of an insert: it depends on the table and on the names that the rows have, not on how many there are. */
function makeHead(table: PgTable, names: readonly string[]): { head: string; tail: string } {
  const columns: Record<string, Column> = getTableColumns(table)
  const listed = names.map((name) => ({ name: `"${toSnakeCase(name)}"`, type: columns[name]?.getSQLType() }))
  const list = listed.map(({ name }) => name).join(', ')
  const types = listed.map(({ name, type }) => `${name} ${type}`).join(', ')
  return {
    head: `insert into "${getTableName(table)}" (${list}) select ${list} from rows from (jsonb_to_recordset(`,
    tail: `::jsonb) as (${types})) with ordinality as rows(${list}, ordinality) order by ordinality`,
  }
}

const heads = new WeakMap<PgTable, Map<string, { head: string; tail: string }>>()

function headOf(table: PgTable, names: readonly string[]) {
  const known = heads.get(table) ?? new Map<string, { head: string; tail: string }>()
  heads.set(table, known)
  const key = names.join()
  const head = known.get(key) ?? makeHead(table, names)
  known.set(key, head)
  return head
}

/**
 * An insert of any number of rows, all of them as one parameter: its text is always the same, so that the database plans it once and nobody
 * puts it together anew. What one row names and another does not is null in the other: give defaults to all or to none.
 * @param onConflict what stands behind `on conflict`; nothing: a conflict is an error
 */
export function insertRows<Table extends PgTable>(table: Table, rows: readonly Table['$inferInsert'][], onConflict?: string): SQL {
  const given = rows.flatMap((row) => Object.entries(row).flatMap(([name, value]) => (value === undefined ? [] : [name])))
  const names = [...new Set(given)]
  const { head, tail } = headOf(table, names)
  const values = rows.map((row) => Object.fromEntries(names.map((name) => [toSnakeCase(name), (row as Record<string, unknown>)[name]]))) // its own columns
  return sql`${sql.raw(head)}${JSON.stringify(values)}${sql.raw(onConflict ? `${tail} on conflict ${onConflict}` : tail)}`
}
