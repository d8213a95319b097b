import { sql } from 'drizzle-orm'
import { ORDER_STATUSES } from '#domain/order.ts'
import type { Db } from '#server/db/client.ts'

/** One thing that two tables disagree about. */
export interface Disagreement {
  rule: 'stock' | 'order stock' | 'stray movement' | 'order sums' | 'order status' | 'code uses'
  /** The product, order or promotion. */
  id: string
  expected: number
  actual: number
}

/**
 * Everything that does not add up; empty in a healthy shop.
 * stock: a product's stock is the sum of its movements. order stock: an order has taken exactly what its live parts need, a cancelled part nothing.
 * stray movement: stock was taken or returned for an order line that is not there. order sums: lines make the subtotal, parts make the total.
 * order status: the least advanced of its parts that are not cancelled. code uses: a code's counter is its number of uses.
 */
export async function listLedgerDisagreements(db: Db): Promise<Disagreement[]> {
  const rank = (column: string) => sql.raw(`array_position(array['${ORDER_STATUSES.join("','")}'], ${column})`)
  const { rows } = await db.execute<{ rule: Disagreement['rule']; id: string; expected: string; actual: string }>(sql`
    with taken as (
      select product_id, reference, sum(delta) as delta from stock_movements where reason in ('order', 'cancel') group by product_id, reference
    )
    select 'stock' as rule, p.id::text as id, coalesce(sum(m.delta), 0)::text as expected, p.stock::text as actual
      from products p left join stock_movements m on m.product_id = p.id
      group by p.id having p.stock <> coalesce(sum(m.delta), 0)
    union all
    select 'order stock', l.order_id::text, (case when p.status = 'cancelled' then 0 else -l.quantity end)::text, coalesce(t.delta, 0)::text
      from order_lines l
      join order_parts p on p.order_id = l.order_id and p.business_id = l.business_id
      left join taken t on t.product_id = l.product_id and t.reference = l.order_id::text
      where coalesce(t.delta, 0) <> case when p.status = 'cancelled' then 0 else -l.quantity end
    union all
    select 'stray movement', t.reference, '0', t.delta::text
      from taken t left join order_lines l on l.product_id = t.product_id and l.order_id::text = t.reference
      where l.id is null
    union all
    select 'order sums', o.id::text, o.subtotal_cents::text, coalesce((select sum(line_total_cents) from order_lines l where l.order_id = o.id), 0)::text
      from orders o
      where o.subtotal_cents <> coalesce((select sum(line_total_cents) from order_lines l where l.order_id = o.id), 0)
    union all
    select 'order sums', o.id::text, o.total_cents::text, coalesce((select sum(total_cents) from order_parts p where p.order_id = o.id), 0)::text
      from orders o
      where o.total_cents <> coalesce((select sum(total_cents) from order_parts p where p.order_id = o.id), 0)
    union all
    select 'order status', o.id::text, least_advanced.rank::text, (${rank('o.status')})::text
      from orders o
      cross join lateral (
        select min(${rank('p.status')}) as rank from order_parts p where p.order_id = o.id
      ) least_advanced
      where least_advanced.rank is distinct from ${rank('o.status')}
    union all
    select 'code uses', p.id::text, count(u.order_id)::text, p.times_used::text
      from promotions p left join promotion_uses u on u.promotion_id = p.id
      group by p.id having p.times_used <> count(u.order_id)
  `)
  return rows.map((row) => ({ ...row, expected: Number(row.expected), actual: Number(row.actual) }))
}
