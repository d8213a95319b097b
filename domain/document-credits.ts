import { type DocumentContent, type DocumentCredit, type DocumentLine, type DocumentTax, grossOf } from './document.ts'
import { allocate, fractionOf } from './money.ts'

/* Rows of credit notes: what of an invoice is credited, at which of its rates. */

/** Rest of an invoice for one seller and one tax: cents with tax, and the tax in them. */
interface TaxLeft {
  grossCents: number
  taxCents: number
}

/**
 * Splits the tax of a credited amount over the rates that it falls on. What empties all of them takes all of their tax; else it follows the
 * proportion of each, and differences to `taxCents`, which the ledger has posted for the whole, go to the first rate that can bear them.
 * @param amounts cents with tax, one for each of `left` and never more
 * @param taxCents tax of the whole; null: the proportion decides
 */
function creditTaxes(left: readonly TaxLeft[], amounts: readonly number[], taxCents: number | null): number[] {
  if (left.every(({ grossCents }, index) => grossCents === (amounts[index] ?? 0))) return left.map((one) => one.taxCents)
  const taxes = left.map((one, index) => (one.grossCents === 0 ? 0 : fractionOf(amounts[index] ?? 0, one.taxCents, one.grossCents)))
  if (taxCents === null) return taxes
  let difference = taxCents - taxes.reduce((sum, cents) => sum + cents, 0)
  return taxes.map((cents, index) => {
    const most = Math.min(left[index]?.taxCents ?? 0, amounts[index] ?? 0)
    const next = Math.min(Math.max(cents + difference, 0), most)
    difference -= next - cents
    return next
  })
}

/** Units of a line that a refund is for; their amount in cents with tax. */
interface CreditedUnits {
  lineId: string
  quantity: number
  amountCents: number
}

/** VAT that a line does not owe any more, in cents, that on its shipping included. */
interface ReturnedVat {
  lineId: string
  cents: number
}

/** A credit of one seller's share: the invoice's lines of that seller with what is left of each rate, and what is credited. */
interface SellerCredit {
  lines: readonly DocumentLine[]
  /** By the index of the tax. */
  left: ReadonlyMap<number, TaxLeft>
  amountCents: number
  units: readonly CreditedUnits[]
  /** Tax of the whole amount as the ledger posted it; null where it posted none. */
  taxCents: number | null
  /** Name of what names no units. */
  restName: string
  /** VAT that the amount is and nothing else, by line; null: it is an amount with tax. */
  vat?: readonly ReturnedVat[] | null
}

/**
 * Returns the rows of VAT that is credited alone, one for each rate of the lines that returned it: never more than is left of a rate. What
 * the lines do not explain follows what is left.
 */
function vatRows({ lines, left, amountCents, vat }: SellerCredit): DocumentCredit[] {
  const rates = [...left]
  const most = rates.map(([, { taxCents }]) => taxCents)
  const own = rates.map(([tax], place) => {
    const ids = new Set(lines.filter((line) => line.tax === tax).map(({ lineId }) => lineId))
    return Math.min(
      (vat ?? []).reduce((sum, { lineId, cents }) => sum + (ids.has(lineId) ? cents : 0), 0),
      most[place] ?? 0,
    )
  })
  const sumOf = (list: readonly number[]) => list.reduce((sum, cents) => sum + cents, 0)
  const named = Math.min(amountCents, sumOf(own))
  const room = most.map((cents, place) => cents - (own[place] ?? 0))
  const rest = Math.min(amountCents - named, sumOf(room))
  const [shares, more] = [named === 0 ? [] : allocate(named, own), rest === 0 ? [] : allocate(rest, room)]
  const [first] = lines
  return rates.flatMap(([tax, { grossCents: gross, taxCents: whole }], place): DocumentCredit[] => {
    const cents = (shares[place] ?? 0) + (more[place] ?? 0)
    if (cents === 0 || !first) return []
    const { businessId, businessName } = first
    const baseCents = fractionOf(gross - whole, cents, whole)
    return [{ lineId: null, businessId, businessName, name: 'VAT', quantity: null, grossCents: cents, taxCents: cents, baseCents, tax }]
  })
}

/**
 * Returns the rows of a credit note for one seller: VAT alone, or units first, then what names none, by rate. Never more than is left of a
 * rate. What is credited beyond the VAT that is left, is an amount without tax.
 */
export function creditRows(credit: SellerCredit): DocumentCredit[] {
  if (!credit.vat) return amountRows(credit)
  const rows = vatRows(credit)
  const rest = credit.amountCents - rows.reduce((sum, { grossCents }) => sum + grossCents, 0)
  if (rest <= 0) return rows
  const left = new Map(
    [...credit.left].map(([tax, { grossCents, taxCents }]) => {
      const cents = rows.find((row) => row.tax === tax)?.taxCents ?? 0
      return [tax, { grossCents: grossCents - cents, taxCents: taxCents - cents }]
    }),
  )
  return [...rows, ...amountRows({ ...credit, left, amountCents: rest, taxCents: 0 })]
}

function amountRows({ lines, left, amountCents, units, taxCents, restName }: SellerCredit): DocumentCredit[] {
  const indexes = [...left.keys()]
  const room = indexes.map((tax) => left.get(tax)?.grossCents ?? 0)
  const rows: Omit<DocumentCredit, 'taxCents'>[] = []
  let rest = amountCents
  for (const { lineId, quantity, amountCents: worth } of units) {
    const line = lines.find((one) => one.lineId === lineId)
    const place = line ? indexes.indexOf(line.tax) : -1
    const grossCents = Math.min(worth, rest, room[place] ?? 0)
    if (!line || grossCents <= 0) continue
    const { businessId, businessName, name, tax } = line
    rows.push({ lineId, businessId, businessName, name, quantity, grossCents, tax })
    room[place] = (room[place] ?? 0) - grossCents
    rest -= grossCents
  }
  const whole = room.reduce((sum, cents) => sum + cents, 0)
  const shares = whole === 0 ? room.map(() => 0) : allocate(Math.min(rest, whole), room)
  const [first] = lines
  indexes.forEach((tax, place) => {
    const grossCents = shares[place] ?? 0
    if (grossCents > 0 && first) {
      rows.push({
        lineId: null,
        businessId: first.businessId,
        businessName: first.businessName,
        name: restName,
        quantity: null,
        grossCents,
        tax,
      })
    }
  })
  const amounts = indexes.map((tax) => rows.reduce((sum, row) => sum + (row.tax === tax ? row.grossCents : 0), 0))
  const taxes = creditTaxes(
    indexes.map((tax) => left.get(tax) ?? { grossCents: 0, taxCents: 0 }),
    amounts,
    taxCents,
  )
  return indexes.flatMap((tax, place) => {
    const own = rows.filter((row) => row.tax === tax)
    if (own.length === 0) return []
    const shared = allocate(
      taxes[place] ?? 0,
      own.map((row) => row.grossCents),
    )
    return own.map((row, index): DocumentCredit => ({ ...row, taxCents: shared[index] ?? 0 }))
  })
}

/** Returns what is left of the lines of one seller on an invoice after earlier credits, by the index of the tax. */
export function leftOf(
  { lines, mode }: Pick<DocumentContent, 'lines' | 'mode'>,
  businessId: string,
  credits: readonly DocumentCredit[],
): Map<number, TaxLeft> {
  const left = new Map<number, TaxLeft>()
  const add = (tax: number, grossCents: number, taxCents: number) => {
    const one = left.get(tax) ?? { grossCents: 0, taxCents: 0 }
    left.set(tax, { grossCents: one.grossCents + grossCents, taxCents: one.taxCents + taxCents })
  }
  for (const line of lines) if (line.businessId === businessId) add(line.tax, grossOf(line, mode), line.taxCents)
  for (const credit of credits) if (credit.businessId === businessId) add(credit.tax, -credit.grossCents, -credit.taxCents)
  return left
}

/**
 * Returns the taxes and sums of a credit note from its rows; its taxes keep the indexes of the invoice, those that are not credited are 0.
 */
export function sumCredits(credits: readonly DocumentCredit[], taxes: readonly DocumentTax[]): Pick<DocumentContent, 'taxes' | 'sums'> {
  const of = (rows: readonly DocumentCredit[], name: 'grossCents' | 'taxCents') => rows.reduce((sum, row) => sum + row[name], 0)
  const [totalCents, taxCents] = [of(credits, 'grossCents'), of(credits, 'taxCents')]
  return {
    taxes: taxes.map((tax, index) => {
      const own = credits.filter((row) => row.tax === index)
      return { ...tax, baseCents: of(own, 'grossCents') - of(own, 'taxCents'), taxCents: of(own, 'taxCents') }
    }),
    sums: { subtotalCents: totalCents - taxCents, discountCents: 0, shippingCents: 0, taxCents, totalCents },
  }
}
