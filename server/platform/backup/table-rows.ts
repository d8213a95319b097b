import { createHash } from 'node:crypto'
import type { ClientBase } from 'pg'

/** A connection, or what answers statements as one does. */
export type Client = Pick<ClientBase, 'query'>

/** A table as it is read and filled. */
export interface Table {
  name: string
  /** True if its rows are in its partitions. */
  isDivided: boolean
  /** Columns that hold values of their own: not those that the database computes. */
  columns: { name: string; isJson: boolean }[]
  /** Columns of the primary key, which rows are read in the order of; empty: they are read in the order of their text. */
  key: { name: string; isText: boolean }[]
}

/**
 * Logged tables that no archive has, because they are about one database and its visitors: who is signed in or signing in, and the
 * operations. The migrations are in the manifest. Every other table is in it, also one whose rows triggers write.
 */
const LEFT_OUT = ['sessions', 'login_challenges', 'operations', 'schema_migrations']

/** Condition of the tables `c` of an archive: unlogged ones are counters and locks of the moment, those of an extension are not ours. */
const IN_ARCHIVE = `c.relkind in ('r', 'p') and c.relpersistence = 'p' and not (c.relname = any($1))
  and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

/** Bytes of rows that are read, or written, at once. */
const BATCH_BYTES = 128 * 1024
const FIRST_ROWS = 100
const MAX_ROWS = 2000

/** Quotes a name for SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
const list = (names: readonly { name: string }[], prefix = '') => names.map(({ name }) => `${prefix}${quoted(name)}`).join(', ')

/** Reads the tables that belong into an archive, by name. */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<{
    table: string
    isDivided: boolean
    name: string
    type: string
    isText: boolean
    keyAt: number | null
  }>(
    `select c.relname as table, c.relkind = 'p' as "isDivided", a.attname as name, a.atttypid::regtype::text as type, a.attcollation <> 0 as "isText", array_position(i.indkey::int2[], a.attnum) as "keyAt"
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        left join pg_index i on i.indrelid = c.oid and i.indisprimary
      where c.relnamespace = 'public'::regnamespace and not c.relispartition and ${IN_ARCHIVE}
      order by c.relname collate "C", a.attnum`,
    [LEFT_OUT],
  )
  const tables = Map.groupBy(rows, ({ table }) => table)
  return [...tables].map(([name, columns]) => {
    const key = columns.filter(({ keyAt }) => keyAt !== null).sort((one, other) => Number(one.keyAt) - Number(other.keyAt))
    return {
      name,
      isDivided: columns[0]?.isDivided === true,
      columns: columns.map((column) => ({ name: column.name, isJson: column.type === 'json' || column.type === 'jsonb' })),
      key: key.map((column) => ({ name: column.name, isText: column.isText })),
    }
  })
}

/** Names the materialized views, each before those that are made from it. */
async function listMaterialized(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'm' and c.relispopulated order by c.oid`,
  )
  return rows.map(({ name }) => name)
}

/** Computes the rows of materialized views, which no archive has, from the tables that were filled. */
export async function refreshMaterialized(client: Client): Promise<void> {
  for (const name of await listMaterialized(client)) await client.query(`refresh materialized view public.${quoted(name)}`)
}

/** Names the tables that no archive has. */
export async function listLeftOut(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not (${IN_ARCHIVE}) order by c.relname collate "C"`,
    [LEFT_OUT],
  )
  return rows.map(({ name }) => name)
}

/** The member of a row's JSON that names its columns with the JSON value null, which is not the null of SQL. */
const NULLS = '$null'

/** Name of a row in a statement: one of a column would be read in its place. */
const ROW = quoted('$row')

/**
 * Writes the statement that reads a table as one JSON object a row, the same text from every database. Line breaks are those between values
 * of `json`. Tables that inherit from it are read by themselves.
 */
function readingOf({ name, isDivided, columns, key }: Table): string {
  const json = columns.filter(({ isJson }) => isJson)
  const isNull = (column: { name: string }) => `${ROW}.${quoted(column.name)}::text = 'null'`
  const names = json.map((column) => `case when ${isNull(column)} then '${column.name}' end`).join(', ')
  const line =
    json.length === 0
      ? `row_to_json(${ROW})::text`
      : `case when ${json.map((column) => `coalesce(${isNull(column)}, false)`).join(' or ')}
          then left(row_to_json(${ROW})::text, -1) || ',"${NULLS}":' || to_json(array_remove(array[${names}], null))::text || '}' else row_to_json(${ROW})::text end`
  const lines = `select translate(${line}, e'\\n\\r', '  ') as line from (select ${list(columns)} from ${isDivided ? '' : 'only '}public.${quoted(name)}) ${ROW}`
  if (key.length === 0) return `select line from (${lines}) l order by line collate "C"`
  return `${lines} order by ${key.map((column) => `${ROW}.${quoted(column.name)}${column.isText ? ' collate "C"' : ''}`).join(', ')}`
}

/** Prepares a connection for reading and filling: the same text for the same value, and no limit of time. */
export async function prepareSession(client: Client): Promise<void> {
  await client.query(
    "set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set bytea_output = 'hex'; set extra_float_digits = 1; set statement_timeout = 0; set lock_timeout = 0",
  )
}

/** Yields the rows of a table as lines of JSON, some at a time, in a transaction of the caller. */
async function* readLines(client: Client, table: Table): AsyncGenerator<{ bytes: Buffer; rows: number }> {
  await client.query(`declare archived no scroll cursor for ${readingOf(table)}`)
  let count = FIRST_ROWS
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${count} from archived`)
    if (rows.length === 0) break
    const bytes = Buffer.from(`${rows.map(({ line }) => line).join('\n')}\n`)
    yield { bytes, rows: rows.length }
    count = Math.max(1, Math.min(MAX_ROWS, Math.floor((BATCH_BYTES * rows.length) / bytes.length)))
  }
  await client.query('close archived')
}

/** Rows of a table and the SHA-256 over their lines. */
export interface TableSum {
  rows: number
  sha256: string
}

/** Yields the lines of a table; returns their sum. Call it in a transaction. */
export async function* readTable(client: Client, table: Table): AsyncGenerator<Buffer, TableSum> {
  const hash = createHash('sha256')
  let rows = 0
  for await (const batch of readLines(client, table)) {
    hash.update(batch.bytes)
    rows += batch.rows
    yield batch.bytes
  }
  return { rows, sha256: hash.digest('hex') }
}

/** Reads a table only for its sum. Call it in a transaction. */
export async function sumTable(client: Client, table: Table): Promise<TableSum> {
  const lines = readTable(client, table)
  for (;;) {
    const { done, value } = await lines.next()
    if (done) return value
  }
}

const COMMA = 0x2c
const NEWLINE = 0x0a

/**
 * Yields whole lines as JSON arrays of about `BATCH_BYTES`. A line break in a value is written as `\n`: a byte of a line break is always an
 * end.
 */
async function* arraysOf(lines: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const asArray = (bytes: Buffer) => {
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) bytes[at] = COMMA
    return `[${bytes.toString('utf8', 0, bytes.length - 1)}]`
  }
  let parts: Buffer[] = []
  let length = 0
  for await (const part of lines) {
    parts.push(part)
    length += part.length
    const end = length < BATCH_BYTES ? -1 : part.lastIndexOf(NEWLINE)
    if (end < 0) continue
    const bytes = Buffer.concat(parts)
    const cut = bytes.length - part.length + end + 1
    yield asArray(bytes.subarray(0, cut))
    parts = [Buffer.from(bytes.subarray(cut))]
    length = bytes.length - cut
  }
  if (length > 0) yield asArray(Buffer.concat(parts))
}

/** Fills an empty table from its lines. The text goes to the database as it is, so that no number is rounded on the way. */
export async function fillTable(client: Client, { name, columns }: Table, lines: AsyncIterable<Buffer>): Promise<void> {
  const into = `insert into public.${quoted(name)} (${list(columns)}) overriding system value`
  const values = columns.map((column) => {
    const value = `p.${quoted(column.name)}`
    return column.isJson ? `case when coalesce((r.j->'${NULLS}')::jsonb ? '${column.name}', false) then 'null' else ${value} end` : value
  })
  const record = `public.${quoted(name)}`
  const statement = columns.some(({ isJson }) => isJson)
    ? `${into} select ${values.join(', ')} from json_array_elements($1::json) as r(j), json_populate_record(null::${record}, r.j) as p`
    : `${into} select ${list(columns, 'p.')} from json_populate_recordset(null::${record}, $1::json) as p`
  for await (const array of arraysOf(lines)) await client.query(statement, [array])
}

/** Reads the last value of every sequence, as text; null where none was taken. */
export async function readSequences(client: Client): Promise<{ name: string; lastValue: string | null }[]> {
  const { rows } = await client.query<{ name: string; lastValue: string | null }>(
    `select sequencename as name, last_value::text as "lastValue" from pg_sequences where schemaname = 'public' order by sequencename collate "C"`,
  )
  return rows
}

/** Sets sequences to the values that were read; one that no value was taken from, or that is not ours, stays as it is. */
export async function setSequences(client: Client, sequences: readonly { name: string; lastValue: string | null }[]): Promise<void> {
  for (const { name, lastValue } of sequences) {
    if (lastValue !== null) await client.query('select setval(to_regclass($1), $2::bigint)', [`public.${quoted(name)}`, lastValue])
  }
}
