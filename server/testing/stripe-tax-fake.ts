import { randomBytes } from 'node:crypto'

/** A calculation as the fake keeps it; amounts in cents. */
interface FakeCalculation {
  id: string
  totalCents: number
  to: string
}

/** Answer of a fake: status and body. */
export interface FakeAnswer {
  status: number
  body: object
}

const newId = (prefix: string) => `${prefix}_${randomBytes(8).toString('hex')}`
const refusal = (message: string, code: string): FakeAnswer => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', code, message } },
})

/** A fake of Stripe Tax: calculations, the transactions that are made of them, and their reversals. */
export class StripeTaxFake {
  readonly calculations = new Map<string, FakeCalculation>()
  readonly transactions: { id: string; calculation: string; reference: string }[] = []
  readonly reversals: { original: string; reference: string; amountCents: number }[] = []
  /** Rate in percent of everything that is not exempt. */
  percent = 8.25
  /** True: answers about other lines than it was asked about. */
  isWrong = false

  reset(): void {
    this.calculations.clear()
    this.transactions.length = 0
    this.reversals.length = 0
    this.percent = 8.25
    this.isWrong = false
  }

  answer(path: string, form: URLSearchParams): FakeAnswer {
    if (path === '/v1/tax/calculations') return this.#calculate(form)
    if (path === '/v1/tax/transactions/create_from_calculation') return this.#record(form)
    if (path === '/v1/tax/transactions/create_reversal') return this.#reverse(form)
    return refusal(`Unrecognized request URL (${path})`, 'url_invalid')
  }

  #calculate(form: URLSearchParams): FakeAnswer {
    const to = form.get('customer_details[address][country]') ?? ''
    if (to === 'US' && !form.get('customer_details[address][postal_code]'))
      return refusal('Invalid address', 'customer_tax_location_invalid')
    const from = form.get('ship_from_details[address][country]')
    const isReverseCharge = form.has('customer_details[tax_ids][0][value]') && from !== to
    const isExempt = form.get('customer_details[taxability_override]') === 'customer_exempt'
    const percent = isReverseCharge || isExempt ? 0 : this.percent
    const taxOf = (amount: number, isInclusive: boolean) =>
      Math.round(isInclusive ? (amount * percent) / (100 + percent) : (amount * percent) / 100)
    const reason = isReverseCharge ? 'reverse_charge' : isExempt ? 'customer_exempt' : 'standard_rated'
    const lines: object[] = []
    let totalCents = 0
    for (let at = 0; form.has(`line_items[${at}][amount]`); at += 1) {
      const field = (name: string) => form.get(`line_items[${at}][${name}]`) ?? ''
      const amount = Number(field('amount'))
      const tax = taxOf(amount, field('tax_behavior') === 'inclusive')
      totalCents += amount + (field('tax_behavior') === 'inclusive' ? 0 : tax)
      lines.push({
        id: newId('tax_li'),
        object: 'tax.calculation_line_item',
        amount,
        amount_tax: tax,
        quantity: Number(field('quantity')),
        reference: this.isWrong ? '99' : field('reference'),
        tax_behavior: field('tax_behavior'),
        tax_code: field('tax_code'),
        tax_breakdown: [
          { amount: tax, taxability_reason: reason, taxable_amount: amount, tax_rate_details: { percentage_decimal: String(percent) } },
        ],
      })
    }
    const shipping = Number(form.get('shipping_cost[amount]') ?? 0)
    const isInclusive = form.get('shipping_cost[tax_behavior]') === 'inclusive'
    const shippingTax = taxOf(shipping, isInclusive)
    totalCents += shipping + (isInclusive ? 0 : shippingTax)
    const id = newId('taxcalc')
    this.calculations.set(id, { id, totalCents, to })
    const body = { id, object: 'tax.calculation', line_items: { object: 'list', data: lines, has_more: false, url: '' } }
    return { status: 200, body: { ...body, shipping_cost: shipping > 0 ? { amount: shipping, amount_tax: shippingTax } : null } }
  }

  #record(form: URLSearchParams): FakeAnswer {
    const [calculation, reference] = [form.get('calculation') ?? '', form.get('reference') ?? '']
    if (!this.calculations.has(calculation)) return refusal('No such calculation', 'resource_missing')
    if (this.transactions.some((one) => one.reference === reference)) return refusal('The reference is used', 'resource_already_exists')
    const id = newId('tax')
    this.transactions.push({ id, calculation, reference })
    return { status: 200, body: { id, object: 'tax.transaction', reference } }
  }

  #reverse(form: URLSearchParams): FakeAnswer {
    const [original, reference] = [form.get('original_transaction') ?? '', form.get('reference') ?? '']
    if (!this.transactions.some(({ id }) => id === original)) return refusal('No such transaction', 'resource_missing')
    if (this.reversals.some((one) => one.reference === reference)) return refusal('The reference is used', 'resource_already_exists')
    this.reversals.push({ original, reference, amountCents: -Number(form.get('flat_amount')) })
    return { status: 200, body: { id: newId('tax'), object: 'tax.transaction', reference } }
  }
}
