import { sql } from 'drizzle-orm'
import { endOfDay, startOfDay } from '#domain/time.ts'
import { titleOf } from '#domain/trader.ts'
import type { Db } from '#server/platform/db/client.ts'

/** Figures of a seller in a quarter and currency: what buyers paid it less what was refunded, and the platform's commission; cents. */
interface SellerFigures {
  name: string
  /** Legal name and form; the name where it gave none. */
  legalName: string
  address: string
  country: string
  vatId: string
  /** Tax number, such as an EIN. */
  taxId: string
  /** Account that its money goes to. */
  account: string
  quarter: number
  currency: string
  orders: number
  grossCents: number
  feeCents: number
}

/** Reads the figures of every seller with sales or refunds in a year, by name, currency and quarter of a zone. */
export async function listSellerFigures(db: Db, year: string, timeZone: string): Promise<SellerFigures[]> {
  const [first, end] = [startOfDay(`${year}-01-01`, timeZone), endOfDay(`${year}-12-31`, timeZone)].map((at) => at.toISOString())
  const { rows } = await db.execute<Record<keyof SellerFigures | 'legalForm', string>>(sql`
    select b.name, b.legal_name as "legalName", b.legal_form as "legalForm", b.tax_id as "taxId",
      concat_ws(', ', nullif(b.address, ''), nullif(concat_ws(' ', nullif(b.postal_code, ''), nullif(b.city, '')),
      '')) as address, b.country,
      coalesce(b.vat_id, '') as "vatId", coalesce(a.iban, a.account_number, a.stripe_account_id, '') as account,
      extract(quarter from t.at at time zone ${timeZone}::text) as quarter, t.currency,
      count(distinct t.order_id) filter (where t.reason = 'sale') as orders,
      sum(e.debit_cents) filter (where e.account = 'clearing') as "grossCents",
      coalesce(-sum(e.debit_cents) filter (where e.account = 'commission'), 0) as "feeCents"
    from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id
    join businesses b on b.id = split_part(t.reference, ':', 2)::uuid
    left join payout_accounts a on a.business_id = b.id
    where t.reason in ('sale', 'refund') and t.at >= ${first}::timestamptz and t.at < ${end}::timestamptz
    group by b.id, a.business_id, quarter, t.currency
    order by lower(b.name), b.id, t.currency, quarter`)
  return rows.map(({ legalForm, ...row }) => ({
    ...row,
    legalName: titleOf({ ...row, legalForm }),
    quarter: Number(row.quarter),
    orders: Number(row.orders),
    grossCents: Number(row.grossCents),
    feeCents: Number(row.feeCents),
  }))
}
