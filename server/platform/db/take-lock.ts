import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/**
 * Takes the lock `name` until the end of the transaction: of those that ask for it at once, on any server, one goes on and the others wait.
 * A row that is locked, and not a lock of the session, so that it works through a pooler. The first one that asks makes the row.
 */
export async function takeLock(tx: Db, name: string): Promise<void> {
  for (;;) {
    const { rows } = await tx.execute(sql`select 1 from locks where name = ${name} for update`)
    if (rows.length > 0) return
    await tx.execute(sql`insert into locks (name) values (${name}) on conflict do nothing`)
  }
}
