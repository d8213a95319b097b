import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** One thing about the sellers' money that does not add up; cents. */
interface MoneyDisagreement {
  rule: 'balance of a booking' | 'commission' | 'sold' | 'refunded' | 'paid out' | 'overpaid' | 'dispute' | 'dispute fee'
  /** The booking, the part (order:seller), the payout, the seller or the dispute. */
  id: string
  expected: number
  actual: number
}

/**
 * Everything about the sellers' money that does not add up; empty in a healthy shop. balance of a booking: debits equal credits.
 * commission: that of a part is the sum over its lines. sold: what a paid part booked is its total; one that is paid in parts, or was
 * canceled, booked no more. refunded: what was booked back of a sold part is what was settled. paid out: a payout took its amount, a failed
 * one gave it back. overpaid: no more was ever taken for payouts than the sales until then had left; refunds that came later are carried.
 * dispute: a lost one took its amount, or all that was left of the payment; another one took nothing. dispute fee: what a closed one costs
 * is the platform's, once; an open one has no fee yet.
 */
export async function listMoneyDisagreements(db: Db): Promise<MoneyDisagreement[]> {
  const booked = (reason: 'sale' | 'refund') => sql`
    select split_part(t.reference, ':', 2)::uuid as business_id, t.order_id, sum(e.debit_cents) as cents
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id and e.account = 'clearing'
    where t.reason = ${sql.raw(`'${reason}'`)} group by 1, 2`
  const { rows } = await db.execute<{ rule: MoneyDisagreement['rule']; id: string; expected: string; actual: string }>(sql`
    with sold as (${booked('sale')}), back as (${booked('refund')}),
    settled as (
      select r.order_id, s.business_id, sum(s.amount_cents) as cents from refunds r join refund_shares s on s.refund_id = r.id
      where r.status = 'settled' group by 1, 2
    ),
    losses as (
      select split_part(r.cause, ':', 2) as id, sum(r.amount_cents) filter (where r.status = 'settled') as cents
      from refunds r where r.cause like 'dispute:%' group by 1
    ),
    fees as (
      select split_part(t.reference, ':', 2) as id, sum(e.debit_cents) as cents
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id and e.account = 'adjustment'
      where t.reason = 'adjustment' and t.reference like 'dispute-fee:%' group by 1
    ),
    steps as (
      select e.business_id, e.currency, t.reason,
        sum(case when t.reason = 'refund' then 0 else -e.debit_cents end) over (partition by e.business_id, e.currency
        order by e.id) as cents
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id where e.account = 'seller'
    )
    select 'balance of a booking' as rule, t.id::text as id, '0' as expected, coalesce(sum(e.debit_cents), 0)::text as actual
      from ledger_transactions t left join ledger_entries e on e.transaction_id = t.id and e.currency = t.currency
      group by t.id having coalesce(sum(e.debit_cents), 0) <> 0 or count(e.id) < 2
    union all
    select 'commission', p.order_id || ':' || p.business_id, p.commission_cents::text, sum(l.commission_cents)::text
      from seller_orders p join order_lines l on l.order_id = p.order_id and l.business_id = p.business_id
      group by p.order_id, p.business_id having p.commission_cents <> sum(l.commission_cents)
    union all
    select 'sold', s.order_id || ':' || s.business_id, coalesce(p.total_cents, 0)::text, s.cents::text
      from sold s left join seller_orders p on p.order_id = s.order_id and p.business_id = s.business_id
      left join orders o on o.id = s.order_id
      where s.cents is distinct from p.total_cents
        and not ((o.payment_status = 'partially_paid' or p.status = 'cancelled') and s.cents between 0 and p.total_cents)
    union all
    select 'sold', p.order_id || ':' || p.business_id, p.total_cents::text, '0'
      from seller_orders p join orders o on o.id = p.order_id
      where o.paid_cents > 0 and o.payment_status <> 'partially_paid' and p.status <> 'cancelled' and p.total_cents > 0
        and not exists (select 1 from sold s where s.order_id = p.order_id and s.business_id = p.business_id)
    union all
    select 'refunded', coalesce(x.order_id, s.order_id) || ':' || coalesce(x.business_id, s.business_id), coalesce(s.cents, 0)::text,
      coalesce(-x.cents, 0)::text
      from back x full join (select c.* from settled c join sold b on b.order_id = c.order_id
      and b.business_id = c.business_id) s on s.order_id = x.order_id and s.business_id = x.business_id
      where coalesce(s.cents, 0) <> coalesce(-x.cents, 0)
    union all
    select 'paid out', p.id::text, (case when p.status = 'failed' then 0 else p.amount_cents end)::text,
      coalesce(sum(e.debit_cents), 0)::text
      from payouts p left join ledger_transactions t on t.reason in ('payout', 'payout_failed') and t.reference = p.id::text
      left join ledger_entries e on e.transaction_id = t.id and e.account = 'seller'
      group by p.id having coalesce(sum(e.debit_cents), 0) <> case when p.status = 'failed' then 0 else p.amount_cents end
    union all
    select 'overpaid', s.business_id::text, '0', min(s.cents)::text
      from steps s where s.reason = 'payout' group by s.business_id having min(s.cents) < 0
    union all
    select 'dispute', coalesce(d.id::text, x.id), (case when d.status = 'lost' then d.amount_cents else 0 end)::text,
      coalesce(x.cents, 0)::text
      from disputes d full join losses x on x.id = d.id::text left join orders o on o.id = d.order_id
      where coalesce(x.cents, 0) <> case when d.status = 'lost' then d.amount_cents else 0 end
        and not (d.status is not distinct from 'lost' and coalesce(x.cents, 0) < d.amount_cents and o.refunded_cents = o.paid_cents)
        and not (d.status is not distinct from 'lost' and d.closed_at is null
        and x.cents is null) -- from before disputes were kept: left to staff
    union all
    select 'dispute fee', coalesce(d.id::text, f.id), (case when d.status in ('won', 'lost') then d.fee_cents else 0 end)::text,
      coalesce(f.cents, 0)::text
      from disputes d full join fees f on f.id = d.id::text
      where coalesce(f.cents, 0) <> case when d.status in ('won', 'lost') then d.fee_cents else 0 end`)
  return rows.map((row) => ({ ...row, expected: Number(row.expected), actual: Number(row.actual) }))
}
