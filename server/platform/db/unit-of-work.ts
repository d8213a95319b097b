import { createHash } from 'node:crypto'
import { type Column, getTableColumns, getTableName, type Query, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { PgDialect, type PgTable } from 'drizzle-orm/pg-core'
import { LRUCache } from 'lru-cache'
import type { Db } from './client.ts'

const dialect = new PgDialect({ casing: 'snake_case' })

/**
 * Runs SQL as the prepared statement `name`, which each connection parses and plans once; queries of the builder have `prepare(name)` for
 * the same. The text under a name is always the same: whatever varies travels in parameters.
 * @param name the name, or what makes it of the text
 */
export async function executePrepared<Row>(db: Db, name: string | ((text: string) => string), statement: SQL): Promise<Row[]> {
  const query = dialect.sqlToQuery(statement)
  const given = typeof name === 'string' ? name : name(query.sql)
  const answer = await db._.session.prepareQuery(query, undefined, given, false).execute()
  return (answer as { rows: Row[] }).rows // what the driver answers to SQL without a mapping
}

/** Most texts that `executeOften` prepares: each connection keeps a plan of each. */
const MAX_OFTEN = 64
/** Runs of a text from which on it is prepared. */
const OFTEN = 3
const runs = new LRUCache<string, number>({ max: 10 * MAX_OFTEN })
const often = new Map<string, string>()

/** The name under which a text is prepared; undefined for one that has not come often. */
export function oftenName(text: string): string | undefined {
  const known = often.get(text)
  if (known !== undefined || often.size >= MAX_OFTEN) return known
  const count = (runs.get(text) ?? 0) + 1
  runs.set(text, count)
  if (count < OFTEN) return undefined
  const name = `often_${createHash('md5').update(text).digest('hex')}`
  often.set(text, name)
  runs.delete(text)
  return name
}

/**
 * Runs SQL whose text has many forms, of which a few come again and again: those are prepared. PostgreSQL keeps one plan for all values
 * only where it does not hope for a better one for each: a value by which it would estimate rows stands in a select of its own, see
 * `apart`.
 */
export async function executeOften<Row>(db: Db, statement: SQL): Promise<Row[]> {
  const query = dialect.sqlToQuery(statement)
  const answer = await db._.session.prepareQuery(query, undefined, oftenName(query.sql), false).execute()
  return (answer as { rows: Row[] }).rows // what the driver answers to SQL without a mapping
}

/** A value in a select of its own, which no plan looks at. */
export const apart = (value: SQL): SQL => sql`(select ${value})`

/**
 * Makes a prepared statement whose text is made once, at its first run: building it takes longer than running it. The values of a run are
 * `sql.placeholder(name)` in the text.
 * @param name or what makes it of the text, as `oftenName`; null: the database plans each run anew
 */
export function statement<Values extends object, Row>(
  name: string | ((text: string) => string | undefined) | null,
  make: () => SQL,
): (db: Db, values: Values) => Promise<Row[]> {
  let query: Query | undefined
  return async (db, values) => {
    query ??= dialect.sqlToQuery(make())
    const given = typeof name === 'function' ? name(query.sql) : (name ?? undefined)
    const answer = await db._.session.prepareQuery(query, undefined, given, false).execute(values as Record<string, unknown>)
    return (answer as { rows: Row[] }).rows // what the driver answers to SQL without a mapping
  }
}

/** Builds a query of the builder once for each database, where its values are placeholders: building it takes longer than running it. */
export function builtOnce<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const built = new WeakMap<object, Query>()
  return (db) => {
    const query = built.get(db) ?? build(db)
    built.set(db, query)
    return query
  }
}

/**
 * Writes of one transaction that go to the database in one statement, a chain of data-modifying CTEs. None of them sees what another one
 * writes, and their order is the database's own; foreign keys between their tables are checked at the end. Made for placing orders, where
 * every statement counts (decision 017); everything else awaits its statements one by one.
 */
export class UnitOfWork {
  /** The transaction: for what has to be read, or written before the rest. */
  readonly tx: Db
  #statements: SQLWrapper[] = []

  constructor(tx: Db) {
    this.tx = tx
  }

  /**
   * Adds an insert. All rows travel as one JSON parameter, so that the text of the statement does not depend on how many there are. A
   * column that one row names and another does not is null in the other: name it in all rows or in none.
   * @param onConflict 'ignore' skips rows that are there already; absent: such a row is an error
   */
  insert<Table extends PgTable>(
    table: Table,
    rows: readonly Table['$inferInsert'][],
    { onConflict }: { onConflict?: 'ignore' } = {},
  ): void {
    if (rows.length === 0) return
    const given = new Set<string>()
    for (const row of rows) for (const name in row) if (row[name as keyof typeof row] !== undefined) given.add(name)
    const names = [...given]
    const { head, tail, columns } = textOf(table, names)
    const values = rows.map((row) => {
      const value: Record<string, unknown> = {}
      for (const [at, name] of names.entries()) value[columns[at] ?? name] = (row as Record<string, unknown>)[name] // its own columns
      return value
    })
    const statement = sql`${sql.raw(head)}${JSON.stringify(values)}${sql.raw(onConflict ? `${tail} on conflict do nothing` : tail)}`
    this.#statements.push(statement)
  }

  /** Adds an insert, update or delete that was built and not awaited. */
  add(statement: SQLWrapper): void {
    this.#statements.push(statement)
  }

  /** Sends what was added since the last flush. */
  async flush(): Promise<void> {
    if (this.#statements.length === 0) return
    const steps = this.#statements.map((statement, at) => sql`${sql.identifier(`step_${at}`)} as (${statement.getSQL()})`)
    this.#statements = []
    await executePrepared(this.tx, nameOf, sql`with ${sql.join(steps, sql`, `)} select 1`)
  }
}

/** The name of a batch as a prepared statement: few texts exist, one for each set of tables and columns. */
const nameOf = (text: string) => `batch_${createHash('md5').update(text).digest('hex')}`

interface InsertText {
  head: string
  tail: string
  /** Names in the database of the columns, in their order. */
  columns: readonly string[]
}

const texts = new WeakMap<PgTable, Map<string, InsertText>>()

/** The text of an insert before and after its one parameter; made once for each table and set of columns. */
function textOf(table: PgTable, names: readonly string[]): InsertText {
  const ofTable = texts.get(table) ?? new Map<string, InsertText>()
  texts.set(table, ofTable)
  const key = names.join()
  const text = ofTable.get(key) ?? makeText(table, names)
  ofTable.set(key, text)
  return text
}

function makeText(table: PgTable, names: readonly string[]): InsertText {
  const columns: Record<string, Column> = getTableColumns(table)
  const listed = names.map((name) => ({ name: `"${toSnakeCase(name)}"`, type: columns[name]?.getSQLType() }))
  const list = listed.map(({ name }) => name).join(', ')
  const types = listed.map(({ name, type }) => `${name} ${type}`).join(', ')
  return {
    head: `insert into "${getTableName(table)}" (${list}) select ${list} from rows from (jsonb_to_recordset(`,
    columns: names.map(toSnakeCase),
    tail: `::jsonb) as (${types})) with ordinality as rows(${list}, ordinality) order by ordinality`,
  }
}
