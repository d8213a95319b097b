import { sql } from 'drizzle-orm'
import { ORDER_STATUSES } from '#domain/order.ts'
import type { Db } from '#server/platform/db/client.ts'

/** One thing that two tables disagree about. */
interface Disagreement {
  rule:
    | 'stock'
    | 'order stock'
    | 'stray movement'
    | 'return stock'
    | 'order sums'
    | 'line shares'
    | 'order status'
    | 'order hold'
    | 'code uses'
    | 'paid'
    | 'refunded'
    | 'kept'
    | 'paid in parts'
    | 'sent back'
    | 'part refunded'
    | 'part shown'
    | 'shipped units'
    | 'part shipped'
    | 'part delivered'
    | 'order booking'
    | 'booking'
  /** The product, order, return or promotion. */
  id: string
  expected: number
  actual: number
}

/**
 * Returns everything about stock, orders, payments, promotion codes and their ledger that does not add up; empty in a healthy shop. stock:
 * a product's stock is the sum of its movements. order stock: an order has taken (or holds) exactly what its live parts need, a canceled
 * part only what returns and refunds have put back. stray movement: stock was taken or returned for an order line that is not there. return
 * stock: what came back into stock is what returns and refunds say. order sums: lines make the subtotal, parts make the total. line shares:
 * discount, shipping and tax of a part are the sums over its lines, unless they are older than their shares. order status: the least
 * advanced of its parts that are not canceled. order hold: only pending card orders wait for a payment. code uses: a code's counter is its
 * number of uses. paid, refunded, sent back, part refunded: an order and its parts say what their payments and refunds add up to. kept: no
 * more is refunded of what was paid too much than came in. paid in parts: no more is paid than an order costs. part shown: a part says as
 * its order when it was placed, and whether it waits for a card payment, which hides it from its seller. shipped units: a line has shipped
 * what its parcels hold. part shipped: of a shipped part nothing is left to ship, and of one that is not something is, or none of it has
 * left. part delivered: its parcels have arrived. order booking: what was booked for an order is what came in for it and did not go back.
 * booking: its debits and credits are even.
 */
export async function listOrderDisagreements(db: Db): Promise<Disagreement[]> {
  const rank = (column: string) => sql.raw(`array_position(array['${ORDER_STATUSES.join("','")}'], ${column})`)
  const { rows } = await db.execute<{ rule: Disagreement['rule']; id: string; expected: string; actual: string }>(sql`
    with taken as (
      select product_id, left(reference, 36) as reference, sum(delta) as delta from stock_movements
        where reason in ('order', 'cancel', 'hold', 'release') group by product_id, left(reference, 36)
    ),
    money as (
      select order_id, sum(case kind when 'payment' then amount_cents when 'excess' then -amount_cents end) as paid,
        sum(amount_cents) filter (where kind = 'refund') as sent,
        sum(case when kind in ('credit', 'excess') then amount_cents when kind = 'credit_refund' then -amount_cents else 0 end) as kept
        from payments group by order_id
    ),
    asked as (
      select order_id, sum(amount_cents) filter (where status <> 'failed') as cents,
        sum(amount_cents) filter (where status = 'settled') as settled
        from refunds where not is_kept group by order_id
    ),
    asked_parts as (
      select r.order_id, p.business_id, sum(p.amount_cents) as cents from refunds r join refund_shares p on p.refund_id = r.id
        where r.status <> 'failed' group by r.order_id, p.business_id
    ),
    booked as (
      select t.order_id, sum(e.debit_cents) as cents from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        where e.account = 'clearing' and t.order_id is not null group by t.order_id
    ),
    back as (
      select u.line_id, u.return_id::text as reference, u.quantity from return_lines u where u.is_restocked
      union all
      select u.line_id, u.refund_id::text, u.withdrawn from refund_lines u where u.withdrawn > 0
    ),
    returned as (
      select l.product_id, b.reference, sum(b.quantity) as quantity from back b join order_lines l on l.id = b.line_id
        where l.takes_stock group by l.product_id, b.reference
    ),
    restocked as (select line_id, sum(quantity) as quantity from back group by line_id)
    select 'stock' as rule, p.id::text as id, coalesce(sum(m.delta), 0)::text as expected, p.stock::text as actual
      from products p left join stock_movements m on m.product_id = p.id
      group by p.id having p.stock <> coalesce(sum(m.delta), 0)
    union all
    select 'order stock', l.order_id::text, (case when p.status = 'cancelled' then -coalesce(b.quantity, 0) else -l.quantity end)::text,
      coalesce(t.delta, 0)::text
      from order_lines l
      join seller_orders p on p.order_id = l.order_id and p.business_id = l.business_id
      left join taken t on t.product_id = l.product_id and t.reference = l.order_id::text
      left join restocked b on b.line_id = l.id
      where l.takes_stock and coalesce(t.delta, 0) <> case when p.status = 'cancelled' then -coalesce(b.quantity, 0) else -l.quantity end
    union all
    select 'stray movement', t.reference, '0', t.delta::text
      from taken t left join order_lines l on l.product_id = t.product_id and l.order_id::text = t.reference
      where l.id is null and t.delta <> 0
    union all
    select 'return stock', coalesce(r.reference, m.reference), coalesce(r.quantity, 0)::text, coalesce(m.delta, 0)::text
      from returned r full join (select * from stock_movements where reason = 'return') m on m.product_id = r.product_id
      and m.reference = r.reference
      where coalesce(r.quantity, 0) <> coalesce(m.delta, 0)
    union all
    select 'booking', e.transaction_id::text, '0', sum(e.debit_cents)::text from ledger_entries e group by e.transaction_id
      having sum(e.debit_cents) <> 0
    union all
    select 'order hold', o.id::text, '0', '1' from orders o where o.hold_until is not null
      and (o.status <> 'pending' or o.payment_method <> 'card' or o.paid_cents > 0)
    union all
    select 'paid', o.id::text, coalesce(m.paid, 0)::text, o.paid_cents::text
      from orders o left join money m on m.order_id = o.id where o.paid_cents <> coalesce(m.paid, 0)
    union all
    select 'refunded', o.id::text, coalesce(a.cents, 0)::text, o.refunded_cents::text
      from orders o left join asked a on a.order_id = o.id where o.refunded_cents <> coalesce(a.cents, 0)
    union all
    select 'sent back', a.order_id::text, coalesce(a.settled, 0)::text, coalesce(m.sent, 0)::text
      from asked a full join money m on m.order_id = a.order_id where coalesce(a.settled, 0) <> coalesce(m.sent, 0)
    union all
    select 'part refunded', p.order_id || ':' || p.business_id, coalesce(a.cents, 0)::text, p.refunded_cents::text
      from seller_orders p left join asked_parts a on a.order_id = p.order_id and a.business_id = p.business_id
      where p.refunded_cents <> coalesce(a.cents, 0)
    union all
    select 'order booking', coalesce(b.order_id, m.order_id)::text, (coalesce(m.paid, 0) - coalesce(m.sent, 0) + coalesce(m.kept, 0))::text, coalesce(b.cents, 0)::text
      from booked b full join money m on m.order_id = b.order_id where coalesce(b.cents, 0) <> coalesce(m.paid, 0) - coalesce(m.sent, 0) + coalesce(m.kept, 0)
    union all
    select 'kept', m.order_id::text, '0', m.kept::text from money m where m.kept < 0
    union all
    select 'paid in parts', o.id::text, (case when o.paid_cents >= o.total_cents then o.total_cents else least(o.paid_cents, 1) end)::text, o.paid_cents::text
      from orders o where o.paid_cents > o.total_cents or (o.payment_status = 'partially_paid' and o.paid_cents not between 1 and o.total_cents)
    union all
    select 'part shown', p.order_id || ':' || p.business_id, '1', '0'
      from seller_orders p join orders o on o.id = p.order_id
      where p.placed_at <> o.created_at or p.is_shown <> (o.payment_method <> 'card'
      or o.payment_status not in ('unpaid', 'processing', 'failed'))
    union all
    select 'shipped units', l.id::text, coalesce(u.quantity, 0)::text, l.shipped::text
      from order_lines l left join (select line_id, sum(quantity) as quantity from shipment_lines group by line_id) u on u.line_id = l.id
      where l.shipped <> coalesce(u.quantity, 0)
    union all
    select 'part shipped', l.order_id || ':' || l.business_id, (case when p.status in ('shipped', 'delivered') then 0 else 1 end)::text,
      sum(l.quantity - l.withdrawn - l.shipped)::text
      from seller_orders p join order_lines l on l.order_id = p.order_id and l.business_id = p.business_id and l.kind <> 'service'
      group by l.order_id, l.business_id, p.status
      having case when p.status in ('shipped', 'delivered') then sum(l.quantity - l.withdrawn - l.shipped) > 0
        else sum(l.shipped) > 0 and (p.status <> 'processing' or sum(l.quantity - l.withdrawn - l.shipped) = 0) end
    union all
    select 'part delivered', p.order_id || ':' || p.business_id, '0', count(*)::text
      from seller_orders p join shipments s on s.order_id = p.order_id and s.business_id = p.business_id
      where p.status = 'delivered' and s.delivered_at is null group by p.order_id, p.business_id
    union all
    select 'order sums', o.id::text, o.subtotal_cents::text,
      coalesce((select sum(line_total_cents) from order_lines l where l.order_id = o.id), 0)::text
      from orders o
      where o.subtotal_cents <> coalesce((select sum(line_total_cents) from order_lines l where l.order_id = o.id), 0)
    union all
    select 'order sums', o.id::text, o.total_cents::text,
      coalesce((select sum(total_cents) from seller_orders p where p.order_id = o.id), 0)::text
      from orders o
      where o.total_cents <> coalesce((select sum(total_cents) from seller_orders p where p.order_id = o.id), 0)
    union all
    select 'order status', o.id::text, least_advanced.rank::text, (${rank('o.status')})::text
      from orders o
      cross join lateral (
        select min(${rank('p.status')}) as rank from seller_orders p where p.order_id = o.id
      ) least_advanced
      where least_advanced.rank is distinct from ${rank('o.status')}
    union all
    select 'line shares', p.order_id || ':' || p.business_id, (p.discount_cents + p.shipping_cents + p.tax_cents)::text,
        sum(l.discount_cents + l.shipping_cents + l.tax_cents)::text
      from seller_orders p join order_lines l on l.order_id = p.order_id and l.business_id = p.business_id
      where l.tax_cents is not null
      group by p.order_id, p.business_id
      having (sum(l.discount_cents), sum(l.shipping_cents), sum(l.tax_cents)) <> (p.discount_cents, p.shipping_cents, p.tax_cents)
    union all
    select 'code uses', p.id::text, count(u.order_id)::text, p.times_used::text
      from promotions p left join promotion_uses u on u.promotion_id = p.id
      group by p.id having p.times_used <> count(u.order_id)
  `)
  return rows.map((row) => ({ ...row, expected: Number(row.expected), actual: Number(row.actual) }))
}
