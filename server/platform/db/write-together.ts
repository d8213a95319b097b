import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/** An insert, update or delete that has not been sent yet. */
export type Write = SQLWrapper

/**
 * Sends several inserts, updates and deletes in one statement, one way to the database instead of many. None of them sees what another one writes,
 * and their order is the database's own; keys between their tables are checked at the end.
 */
export async function writeTogether(tx: Db, writes: readonly Write[]): Promise<void> {
  if (writes.length === 0) return
  const steps = writes.map((write, at) => sql`${sql.identifier(`step_${at}`)} as (${write.getSQL()})`)
  await tx.execute(sql`with ${sql.join(steps, sql`, `)} select 1`)
}
