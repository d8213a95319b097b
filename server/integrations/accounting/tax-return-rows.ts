import { and, asc, eq, lt, sql } from 'drizzle-orm'
import { figuresOfTax } from '#domain/document-figures.ts'
import type { ReturnFigure } from '#domain/tax-return.ts'
import { addDays } from '#domain/time.ts'
import { isIssuedWithin, issuedDay } from '#server/payments/documents/document-record.ts'
import type { Db } from '#server/platform/db/client.ts'
import { businesses, documents, exchangeRates } from '#server/platform/db/schema.ts'

/** A tax of a credit note, or of all invoices with the same facts; cents are texts. */
interface StatedRow extends Record<string, unknown> {
  kind: 'invoice' | 'credit_note'
  day: string
  currency: ReturnFigure['currency']
  percent: number
  reason: ReturnFigure['reason']
  country: string
  state: string
  collector: string | null
  ships_taxed: boolean
  vat_id: string
  buyer_name: string
  corrects: string
  base: string
  tax: string
  untaxed: string
  moved: string | null
  invoiced_base: string | null
  invoiced_tax: string | null
}

/**
 * Returns the figures of the invoices and credit notes of a period, by day and facts, as their documents state them
 * (`domain/document-figures.ts`).
 * @param days first day of the period, and the day after its last
 */
export async function listReturnFigures(db: Db, days: { from: string; before: string }): Promise<ReturnFigure[]> {
  const d = sql`d`
  const facts = sql`(x.tax->>'percent')::int as percent, x.tax->>'reason' as reason, x.tax->>'country' as country, x.tax->>'state' as state,
    x.tax->>'collector' as collector, (x.tax->>'shipsTaxed')::boolean as ships_taxed`
  // the day of the issue of the invoice that a credit note corrects; documents of before this day was stored were issued on days of UTC
  const corrected = sql`coalesce(d.content->'refersTo'->>'issuedOn', left(d.content->'refersTo'->>'issuedAt', 10))`
  const day = sql`to_char(${issuedDay(d)}, 'YYYY-MM-DD') as day`
  const { rows } = await db.execute<StatedRow>(sql`
    select 'invoice' as kind, ${day}, d.currency, ${facts},
      case when x.tax->>'reason' = 'intra_community' then coalesce(d.content->'buyer'->>'vatId', '') else '' end as vat_id,
      case when x.tax->>'reason' = 'intra_community' then d.buyer_name else '' end as buyer_name, '' as corrects,
      sum((x.tax->>'baseCents')::bigint) as base, sum((x.tax->>'taxCents')::bigint) as tax,
      sum(case when (x.tax->>'shipsTaxed')::boolean then 0 else coalesce((
        select sum((l->>'shippingCents')::bigint) from jsonb_array_elements(d.content->'lines') l where (l->>'tax')::bigint = x.place - 1),
          0) end) as untaxed,
      null::numeric as moved, null::text as invoiced_base, null::text as invoiced_tax
    from ${documents} d cross join lateral jsonb_array_elements(d.content->'taxes') with ordinality x(tax, place)
    where d.kind = 'invoice' and ${isIssuedWithin(d, days)}
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
    union all
    select 'credit_note', ${day}, d.currency, ${facts}, coalesce(d.content->'buyer'->>'vatId', ''), d.buyer_name,
      case when ${corrected} < ${days.from} then left(${corrected}, 7) else '' end,
      (x.tax->>'baseCents')::bigint, (x.tax->>'taxCents')::bigint, 0,
      (select sum((c->>'baseCents')::bigint) from jsonb_array_elements(d.content->'credits') c where (c->>'tax')::bigint = x.place - 1),
      r.content->'taxes'->(x.place::int - 1)->>'baseCents', r.content->'taxes'->(x.place::int - 1)->>'taxCents'
    from ${documents} d cross join lateral jsonb_array_elements(d.content->'taxes') with ordinality x(tax, place)
    left join ${documents} r on r.id = d.refers_to
    where d.kind = 'credit_note' and ${isIssuedWithin(d, days)}`)
  return sumFigures(rows.flatMap(figuresOfRow))
}

function figuresOfRow(row: StatedRow): ReturnFigure[] {
  const { kind, day, currency, percent, reason, country, state, collector, ships_taxed: shipsTaxed, vat_id: vatId } = row
  const sign = kind === 'credit_note' ? -1 : 1
  const hasInvoice = row.invoiced_base !== null && row.invoiced_tax !== null
  const figures = figuresOfTax({
    kind,
    tax: { percent, reason, country, state, collector, shipsTaxed, baseCents: Number(row.base), taxCents: Number(row.tax) },
    untaxedCents: Number(row.untaxed),
    movedCents: row.moved === null ? null : Number(row.moved),
    invoiced: hasInvoice ? { baseCents: Number(row.invoiced_base), taxCents: Number(row.invoiced_tax) } : null,
    hasVatId: vatId !== '',
  })
  return figures.map((figure): ReturnFigure => {
    const isSupply = figure.reason === 'intra_community'
    return {
      ...figure,
      reason: isSupply ? 'intra_community' : reason, // that of the row: an order has no others
      day,
      currency,
      vatId: isSupply ? vatId : '',
      name: isSupply ? row.buyer_name : '',
      corrects: figure.reason === 'oss' || figure.reason === 'ioss' ? row.corrects : '',
      netCents: sign * figure.netCents,
      baseCents: sign * figure.baseCents,
      taxCents: sign * figure.taxCents,
    }
  })
}

/** Adds up figures with the same facts, in the order of their days. */
function sumFigures(figures: readonly ReturnFigure[]): ReturnFigure[] {
  const sums = new Map<string, ReturnFigure>()
  for (const figure of figures) {
    const { netCents, baseCents, taxCents, ...facts } = figure
    const key = JSON.stringify(Object.entries(facts).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    const sum = sums.get(key)
    if (!sum) sums.set(key, { ...figure })
    else {
      sum.netCents += netCents
      sum.baseCents += baseCents
      sum.taxCents += taxCents
    }
  }
  return [...sums.values()].toSorted((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)))
}

/** Returns the reference rates that a return of this period may need, by currency, in the order of their days. */
export async function listReturnRates(db: Db, before: string): Promise<Map<string, { day: string; perEur: number }[]>> {
  const WEEK_AFTER = 7 // the one-stop shops take the next day with a rate
  const rows = await db
    .select({ currency: exchangeRates.currency, day: exchangeRates.day, perEur: exchangeRates.perEur })
    .from(exchangeRates)
    .where(and(eq(exchangeRates.currency, 'USD'), lt(exchangeRates.day, addDays(before, WEEK_AFTER))))
    .orderBy(asc(exchangeRates.day))
  return Map.groupBy(rows, ({ currency }) => currency)
}

/** Returns the names of sellers by id. */
export async function listSellerNames(db: Db): Promise<Map<string, string>> {
  const rows = await db.select({ id: businesses.id, name: businesses.name }).from(businesses)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
