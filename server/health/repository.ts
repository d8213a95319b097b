import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'

const PATIENCE_MS = 1000

/** Whether the database answers within a second. */
export async function isDatabaseReady(db: Db): Promise<boolean> {
  const answer = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  )
  const timeout = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), PATIENCE_MS).unref())
  return Promise.race([answer, timeout])
}
