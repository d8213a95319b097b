import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, check, customType, integer, timestamp, uuid } from 'drizzle-orm/pg-core'

/* Money: integers of minor units, named `...Cents`. Instants: `...At`, with time zone. Checks and keys are the last line of defence, not the first. */

export const id = () => uuid().primaryKey().defaultRandom()
export const at = () => timestamp({ withTimezone: true, mode: 'date' })
export const createdAt = () => at().notNull().defaultNow()
export const cents = () => bigint({ mode: 'number' })
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
export const version = () => integer().notNull().default(1)
/** When it was deleted; null while it is there. What is deleted can be brought back for 90 days, then a job removes it. */
export const deletedAt = () => at()
/** `column in ('a', 'b')`: enumerations live in `domain/`, the database repeats them. */
export const oneOf = (name: string, column: AnyPgColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`)
export const notNegative = (name: string, column: AnyPgColumn) => check(name, sql`${column} >= 0`)
export const lower = (column: AnyPgColumn): SQL => sql`lower(${column})`
/** The order of names, the same whatever the database's locale. */
export const byName = (column: AnyPgColumn): SQL => sql`(lower(${column}) collate "C")`
