import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from './client.ts'
import { violatedConstraint } from './failure.ts'

const DIGITS = 6
const TRIES = 100

/** Returns a number such as WD-482915 that nobody has to have. */
export const randomNumber = (prefix: string): string => `${prefix}-${String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')}`

/**
 * Returns a number that no row of the column's table has. It is random, because a counter would tell everybody how many there are. Run
 * the transaction again after `isNumberTaken`: another one may take the number meanwhile.
 */
export async function freeNumber(tx: Db, prefix: string, column: PgColumn): Promise<string> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const number = randomNumber(prefix)
    const { rows } = await tx.execute(sql`select 1 from ${column.table} where ${column} = ${number}`)
    if (rows.length === 0) return number
  }
  throw new Error(`No free number for ${prefix}`)
}

/** Returns whether a row could not be stored because another one has its number. */
export const isNumberTaken = (error: unknown): boolean => violatedConstraint(error)?.endsWith('_number_unique') === true
