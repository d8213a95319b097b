import { type SQL, sql } from 'drizzle-orm'
import { type Db, inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'

/** Products that one transaction changes; the rest has its turn after it. */
const BATCH = 500

/* What `pricesAt` of the domain says, for many rows by their indexes: one for the sales that wait, one for those that are on. */

const begins = (at: SQL) => sql`p.sale_usd_cents is not null and p.regular_usd_cents is null and (p.sale_to > ${at} or p.sale_to is null)
  and p.sale_from <= ${at} and p.sale_usd_cents < p.price_usd_cents and p.sale_eur_cents < p.price_eur_cents`
const ends = (at: SQL) => sql`p.regular_usd_cents is not null and (p.sale_usd_cents is null or p.sale_to <= ${at} or p.sale_from > ${at}
  or p.sale_usd_cents >= p.regular_usd_cents or p.sale_eur_cents >= p.regular_eur_cents)`

const instantOf = (now: Date) => sql`${now.toISOString()}::timestamptz`

/** Locks in the order of the ids, as everywhere, and returns the number of changed products. */
async function change(tx: Db, due: SQL, set: SQL): Promise<number> {
  const { rows } = await tx.execute(sql`
    with due as materialized (select p.id from products p where ${due} order by p.id limit ${BATCH} for no key update)
    update products p set ${set} from due where p.id = due.id and ${due} returning p.id`)
  return rows.length
}

/** Checks if a sale has to begin or to end. */
export async function hasDueSale({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<boolean> {
  const at = instantOf(now())
  const { rows } = await db.execute<{ due: boolean }>(
    sql`select exists (select from products p where ${begins(at)}) or exists (select from products p where ${ends(at)}) as due`,
  )
  return rows[0]?.due === true
}

/**
 * Puts the prices of sales in force whose time has come, and the regular ones where it is over, so that lists sort and filter by the price
 * that holds. Carts and orders decide by their own clock and need not wait for it.
 * @returns a summary in words
 */
export async function changeSales({ db, now }: Pick<Deps, 'db' | 'now'>, signal?: AbortSignal): Promise<string> {
  const at = instantOf(now())
  const all = async (due: SQL, set: SQL) => {
    let total = 0
    for (let done = BATCH; done === BATCH; total += done) {
      signal?.throwIfAborted()
      done = await inTransaction(db, (tx) => change(tx, due, set))
    }
    return total
  }
  const ended = await all(
    ends(at),
    sql`price_usd_cents = p.regular_usd_cents, price_eur_cents = p.regular_eur_cents, regular_usd_cents = null, regular_eur_cents = null`,
  )
  const begun = await all(
    begins(at),
    sql`regular_usd_cents = p.price_usd_cents, regular_eur_cents = p.price_eur_cents, price_usd_cents = p.sale_usd_cents,
      price_eur_cents = p.sale_eur_cents`,
  )
  return `${begun} started, ${ended} ended.`
}
