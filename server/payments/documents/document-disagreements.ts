import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/client.ts'

/** Something about documents that does not add up; cents, or numbers of documents. */
interface DocumentDisagreement {
  rule: 'document numbers' | 'document sums' | 'document tax' | 'monthly tax'
  /** The series, the order, the document. */
  id: string
  expected: number
  actual: number
}

/**
 * Returns everything about documents that does not add up; empty in a healthy shop. document numbers: a series has every number once.
 * document sums: the invoices of an order that is paid in full less its credit notes are what was paid less what was refunded, unless a
 * refund is on its way. document tax: their tax is what the ledger has of the order on the account of taxes, where no seller owes it.
 * monthly tax: the seller was charged or paid what a commission or self-billed invoice says. Left out are orders whose older invoice has no
 * document yet (`older-invoices.ts`).
 */
export async function listDocumentDisagreements(db: Db): Promise<DocumentDisagreement[]> {
  const { rows } = await db.execute<{ rule: DocumentDisagreement['rule']; id: string; expected: string; actual: string }>(sql`
    with documented as (
      select order_id,
        sum(case when kind = 'invoice' then gross_cents else -gross_cents end) as gross,
        sum(case when kind = 'invoice' then tax_cents else -tax_cents end) as tax
      from documents where order_id is not null and kind in ('invoice', 'credit_note') group by order_id
    ),
    taxed as (
      select t.order_id, -sum(e.debit_cents) as cents from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      where e.account = 'tax' and t.order_id is not null group by t.order_id
    ),
    settled as (
      select o.id, o.paid_cents - o.refunded_cents as cents from orders o
      where o.paid_cents > 0 and o.payment_status <> 'partially_paid' and not exists (select from refunds r where r.order_id = o.id and r.status = 'requested')
        and not exists (select from document_series where kind = 'credit_note' and issuer_business_id is null and not is_open)
    )
    select 'document numbers' as rule, s.prefix as id, (s.next - 1)::text as expected, count(d.id)::text as actual
      from document_series s left join documents d on d.issuer_business_id is not distinct from s.issuer_business_id and d.kind = s.kind
      where s.is_open
      group by s.prefix, s.next having count(d.id) <> s.next - 1 or coalesce(max(d.number), 0) <> s.next - 1
    union all
    select 'document sums', s.id::text, s.cents::text, d.gross::text
      from settled s join documented d on d.order_id = s.id where d.gross <> s.cents
    union all
    select 'document tax', s.id::text, coalesce(t.cents, 0)::text, d.tax::text
      from settled s join documented d on d.order_id = s.id left join taxed t on t.order_id = s.id where d.tax <> coalesce(t.cents, 0)
        and not exists (select from order_lines l where l.order_id = s.id and l.collector is not null)
    union all
    select 'monthly tax', coalesce(d.id::text, t.reference), coalesce(d.cents, 0)::text, coalesce(t.cents, 0)::text
      from (select id, case when kind = 'commission' then tax_cents else -tax_cents end as cents from documents
      where kind in ('commission', 'self_bill')) d
      full join (
        select x.reference, sum(e.debit_cents) as cents from ledger_transactions x join ledger_entries e on e.transaction_id = x.id
          and e.account = 'seller'
        where x.reason = 'document_tax' group by 1
      ) t on t.reference = d.id::text
      where coalesce(d.cents, 0) <> coalesce(t.cents, 0)
  `)
  return rows.map((row) => ({ ...row, expected: Number(row.expected), actual: Number(row.actual) }))
}
