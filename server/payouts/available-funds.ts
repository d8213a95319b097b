import { type SQL, sql } from 'drizzle-orm'
import { DISPUTE_STATUSES, isOpenDispute } from '#domain/dispute.ts'
import type { Currency } from '#domain/money.ts'
import type { SellerFunds } from '#domain/payout.ts'
import { MACHINE_CATEGORIES } from '#domain/product.ts'
import { RETURN_DAYS } from '#domain/returns.ts'
import { DAY_MS, dayOf } from '#domain/time.ts'
import { LONGEST_WITHDRAWAL_DAYS, type RightFacts, withdrawalRight } from '#domain/withdrawal.ts'
import { baseCategory } from '#server/platform/db/base-category.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isOneOf } from '#server/platform/db/read-ids.ts'
import { categories } from '#server/platform/db/schema.ts'
import { readTimeZone } from '#server/platform/settings/setting-groups.ts'

/** A seller's money in one currency, in cents. */
interface FundsRow extends SellerFunds {
  disputedCents: number
  businessId: string
  currency: Currency
}

const MACHINES = sql.raw(MACHINE_CATEGORIES.map((value) => `'${value}'`).join(', '))

const OPEN_DISPUTES = sql.raw(
  DISPUTE_STATUSES.filter(isOpenDispute)
    .map((value) => `'${value}'`)
    .join(', '),
)

/** Says if the payment of the part `p` is disputed and not decided yet. */
const isDisputed = sql`exists (select 1 from disputes d where d.order_id = p.order_id and d.status in (${OPEN_DISPUTES}))`

/** Days after delivery in which anything of the part `p` may be sent back. */
const windowDays = sql`case when exists (
    select 1 from order_lines l
    join products on products.id = l.product_id
    join ${categories} on ${categories.id} = products.category_id
    where l.order_id = p.order_id and l.business_id = p.business_id and ${baseCategory} in (${MACHINES})
  ) then ${RETURN_DAYS.machines}::int else ${RETURN_DAYS.accessories}::int end`

/** When the part `p` arrived: one that was delivered before its delivery was noted, with its last move. */
const arrivedAt = sql`coalesce(p.delivered_at, p.updated_at)`

interface WithdrawableRow extends Record<string, unknown>, Omit<RightFacts, 'parts'> {
  id: string
  parts: { status: RightFacts['parts'][number]['status']; deliveredAt: string | null }[]
}

/** Lists the paid orders with a delivered part of a seller from which their buyers may withdraw (consumers in the European Union). */
async function listWithdrawable(db: Db, now: Date, ofSeller: SQL): Promise<string[]> {
  const since = new Date(now.getTime() - LONGEST_WITHDRAWAL_DAYS * DAY_MS).toISOString()
  const { rows } = await db.execute<WithdrawableRow>(sql`
    select o.id, coalesce(o.customer->>'country', '') as country, o.customer->>'company' as company, o.consumer_law as law,
      o.buyer_kind as "buyerKind",
      (select json_agg(json_build_object('status', p.status, 'deliveredAt', case when p.status = 'delivered' then ${arrivedAt} end))
        from seller_orders p where p.order_id = o.id) as parts,
      not exists (select 1 from order_lines l join seller_orders p on p.order_id = l.order_id and p.business_id = l.business_id
        where l.order_id = o.id and p.status <> 'cancelled' and not l.is_custom) as "isCustom"
    from orders o
    where o.paid_cents > 0 and coalesce(o.consumer_law, 'eu') = 'eu' and coalesce(o.buyer_kind, 'consumer') = 'consumer'
      and exists (select 1 from seller_orders p where p.order_id = o.id and ${ofSeller} and p.status = 'delivered')
      and exists (select 1 from seller_orders p where p.order_id = o.id and p.status <> 'cancelled'
        and (p.status <> 'delivered' or ${arrivedAt} > ${since}::timestamptz))`)
  const dated = (parts: WithdrawableRow['parts']) =>
    parts.map(({ status, deliveredAt }) => ({ status, deliveredAt: deliveredAt === null ? null : new Date(deliveredAt) }))
  return rows.filter((row) => withdrawalRight({ ...row, parts: dated(row.parts) }, now).state === 'open').map(({ id }) => id)
}

/**
 * The parts of paid orders whose money is not the seller's to take yet: not delivered, within the return window or a right of withdrawal,
 * disputed, or with a return or refund open.
 */
const openParts = (now: Date, timeZone: string, { ofSeller, withdrawable }: { ofSeller: SQL; withdrawable: readonly string[] }) => sql`
  select p.order_id, p.business_id, ${isDisputed} as is_disputed from seller_orders p join orders o on o.id = p.order_id
  where o.paid_cents > 0 and ${ofSeller} and (
    p.status <> 'delivered'
    or ${isDisputed}
    or ${isOneOf(sql`p.order_id`, withdrawable)}
    or (${arrivedAt} at time zone ${timeZone}::text)::date + ${windowDays} >= ${dayOf(now, timeZone)}::date
    or exists (
      select 1 from refund_shares x join refunds r on r.id = x.refund_id
      where r.order_id = p.order_id and x.business_id = p.business_id and r.status = 'requested')
    or exists (
      select 1 from returns x where x.order_id = p.order_id and x.business_id = p.business_id
        and x.status in ('requested', 'approved', 'received')))`

/** Lists the funds of every seller with ledger entries, or of one seller, in each currency; by seller. `now` ends return windows. */
export async function listFunds(db: Db, now: Date, businessId?: string): Promise<FundsRow[]> {
  const timeZone = await readTimeZone(db)
  const of = (column: string) => (businessId === undefined ? sql`true` : sql`${sql.raw(column)} = ${businessId}::uuid`)
  const ofSeller = of('p.business_id')
  const withdrawable = await listWithdrawable(db, now, ofSeller)
  const { rows } = await db.execute<{ businessId: string; currency: Currency; balance: string; pending: string; disputed: string }>(sql`
    with balances as (
      select e.business_id, e.currency, -sum(e.debit_cents) as cents
      from ledger_entries e where e.account = 'seller' and ${of('e.business_id')} group by 1, 2
    ), waiting as (
      select e.business_id, e.currency, -sum(e.debit_cents) as cents,
        coalesce(-sum(e.debit_cents) filter (where p.is_disputed), 0) as disputed
      from (${openParts(now, timeZone, { ofSeller, withdrawable })}) p
      join ledger_transactions t on t.order_id = p.order_id
      join ledger_entries e on e.transaction_id = t.id and e.account = 'seller' and e.business_id = p.business_id
      group by 1, 2
    )
    select b.business_id as "businessId", b.currency, b.cents::text as balance, coalesce(w.cents, 0)::text as pending,
      coalesce(w.disputed, 0)::text as disputed
    from balances b left join waiting w on w.business_id = b.business_id and w.currency = b.currency
    order by b.business_id, b.currency desc`)
  return rows.map(({ balance, pending, disputed, ...row }) => ({
    ...row,
    balanceCents: Number(balance),
    pendingCents: Number(pending),
    disputedCents: Number(disputed),
  }))
}
