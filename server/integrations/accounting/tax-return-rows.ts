import { and, asc, eq, lt, sql } from 'drizzle-orm'
import { WHOLE_RATE } from '#domain/money.ts'
import type { ReturnFigure } from '#domain/tax-return.ts'
import type { Db } from '#server/platform/db/client.ts'
import { businesses, documents, exchangeRates } from '#server/platform/db/schema.ts'

/**
 * Returns the figures of the invoices and credit notes of a period, by day and facts. The base of a tax that leaves shipping out is that of its invoice;
 * of a credit note the part of it that its tax has in the tax of the invoice. VAT that is credited alone, once a VAT id is confirmed, moves its base from
 * the rate to the intra-Community supply, and what is credited later without VAT is part of that supply; the journal does the same (`creditShares`).
 * @param span first instant of the period, and first one after it
 */
export async function listReturnFigures(db: Db, { from, before }: { from: Date; before: Date }): Promise<ReturnFigure[]> {
  const { rows } = await db.execute<Omit<ReturnFigure, Amount> & Record<Amount, string>>(sql`
    with taxes as (
      select d.kind, d.currency, to_char(d.issued_at at time zone 'UTC', 'YYYY-MM-DD') as day, x.tax, i.tax as invoiced,
        coalesce(d.content->'buyer'->>'vatId', '') as vat_id, d.buyer_name,
        case when (d.content->'refersTo'->>'issuedAt')::timestamptz < ${from.toISOString()}::timestamptz
          then left(d.content->'refersTo'->>'issuedAt', 7) else '' end as corrects,
        case when d.kind = 'credit_note' then -1 else 1 end as sign,
        case when d.kind = 'invoice' and not (x.tax->>'shipsTaxed')::boolean then coalesce((
          select sum((l->>'shippingCents')::bigint) from jsonb_array_elements(d.content->'lines') l where (l->>'tax')::bigint = x.place - 1), 0) else 0 end as untaxed
      from ${documents} d
      cross join lateral jsonb_array_elements(d.content->'taxes') with ordinality x(tax, place)
      left join ${documents} r on r.id = d.refers_to
      left join lateral (select r.content->'taxes'->(x.place::int - 1) as tax) i on true
      where d.kind in ('invoice', 'credit_note') and d.issued_at >= ${from.toISOString()}::timestamptz and d.issued_at < ${before.toISOString()}::timestamptz
    ), amounts as (
      select *, (tax->>'baseCents')::bigint as shown, (tax->>'taxCents')::bigint as cents, coalesce((invoiced->>'taxCents')::bigint, 0) as invoice_cents
      from taxes
    ), figures as (
      select *, tax->>'reason' as reason, (tax->>'percent')::int as percent, sign * (shown + untaxed) as net, sign * cents as vat,
        sign * case
          when (tax->>'shipsTaxed')::boolean then shown
          when (tax->>'percent')::int = 0 then shown + untaxed
          when kind = 'invoice' then shown
          when invoice_cents = 0 then shown
          else least(shown, round((invoiced->>'baseCents')::numeric * cents / invoice_cents)) end as base,
        case
          when kind = 'invoice' or vat_id = '' or invoice_cents = 0 or not (tax->>'shipsTaxed')::boolean then 0
          when tax->>'reason' not in ('domestic', 'origin_threshold', 'oss') then 0
          when shown = 0 then round((invoiced->>'baseCents')::numeric * cents / invoice_cents)
          when cents = 0 and round(shown::numeric * (tax->>'percent')::int / ${WHOLE_RATE}::int) > 0 then -shown
          else 0 end as moved
      from amounts where shown <> 0 or untaxed <> 0 or cents <> 0
    ), parts as (
      select day, currency, tax, reason, percent, vat_id, buyer_name, corrects, net - moved as net, base - moved as base, vat from figures
      union all
      select day, currency, tax, 'intra_community', 0, vat_id, buyer_name, '', moved, moved, 0 from figures where moved <> 0
    )
    select day, currency, reason, percent, tax->>'country' as country, tax->>'state' as state, tax->>'collector' as collector,
      case when reason = 'intra_community' then vat_id else '' end as "vatId",
      case when reason = 'intra_community' then buyer_name else '' end as name,
      case when reason in ('oss', 'ioss') then corrects else '' end as corrects,
      sum(net) as "netCents", sum(base) as "baseCents", sum(vat) as "taxCents"
    from parts where net <> 0 or base <> 0 or vat <> 0
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    order by 1`)
  return rows.map(({ netCents, baseCents, taxCents, ...facts }) => ({
    ...facts,
    netCents: Number(netCents),
    baseCents: Number(baseCents),
    taxCents: Number(taxCents),
  }))
}

type Amount = 'netCents' | 'baseCents' | 'taxCents'

/** Returns the reference rates that a return of this period may need, by currency, in the order of their days. */
export async function listReturnRates(db: Db, before: Date): Promise<Map<string, { day: string; perEur: number }[]>> {
  const WEEK_AFTER = 7 // the one-stop shops take the next day with a rate
  const end = new Date(before)
  end.setUTCDate(end.getUTCDate() + WEEK_AFTER)
  const rows = await db
    .select({ currency: exchangeRates.currency, day: exchangeRates.day, perEur: exchangeRates.perEur })
    .from(exchangeRates)
    .where(and(eq(exchangeRates.currency, 'USD'), lt(exchangeRates.day, end.toISOString().slice(0, 10))))
    .orderBy(asc(exchangeRates.day))
  return Map.groupBy(rows, ({ currency }) => currency)
}

/** Returns the names of sellers by id. */
export async function listSellerNames(db: Db): Promise<Map<string, string>> {
  const rows = await db.select({ id: businesses.id, name: businesses.name }).from(businesses)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
