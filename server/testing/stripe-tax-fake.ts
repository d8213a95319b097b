import type Stripe from 'stripe'
import { breakdownShape, newId, secondsOf } from './stripe-shapes.ts'

/** Answer of a fake: status and body. */
export interface FakeAnswer {
  status: number
  body: object
}

const refusal = (message: string, code: string): FakeAnswer => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', code, message } },
})

/** A fake of Stripe Tax: calculations, the transactions that are made of them, and their reversals. */
export class StripeTaxFake {
  readonly calculations = new Map<string, Stripe.Tax.Calculation>()
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
    const lines: Stripe.Tax.CalculationLineItem[] = []
    for (let at = 0; form.has(`line_items[${at}][amount]`); at += 1) {
      const field = (name: string) => form.get(`line_items[${at}][${name}]`) ?? ''
      const amount = Number(field('amount'))
      const tax = taxOf(amount, field('tax_behavior') === 'inclusive')
      lines.push({
        id: newId('tax_li'),
        object: 'tax.calculation_line_item',
        amount,
        amount_tax: tax,
        livemode: false,
        metadata: {},
        performance_location: null,
        product: null,
        quantity: Number(field('quantity')),
        reference: this.isWrong ? '99' : field('reference'),
        tax_behavior: field('tax_behavior'),
        tax_breakdown: [breakdownShape(to, { amount: tax, taxable: amount, percent, reason })],
        tax_code: field('tax_code'),
      })
    }
    const shipping = Number(form.get('shipping_cost[amount]') ?? 0)
    const shippingBehavior = form.get('shipping_cost[tax_behavior]') ?? 'exclusive'
    const shippingTax = taxOf(shipping, shippingBehavior === 'inclusive')
    const taxes = [...lines, { amount: shipping, amount_tax: shippingTax, tax_behavior: shippingBehavior }]
    const taxed = (behavior: string) => taxes.reduce((sum, { amount_tax: tax, tax_behavior: own }) => sum + (own === behavior ? tax : 0), 0)
    const address = { city: null, country: to, line1: null, line2: null, postal_code: null, state: null }
    const now = new Date()
    const calculation: Stripe.Tax.Calculation = {
      id: newId('taxcalc'),
      object: 'tax.calculation',
      amount_total: taxes.reduce((sum, { amount }) => sum + amount, taxed('exclusive')),
      currency: form.get('currency') ?? '',
      customer: null,
      customer_details: {
        address,
        address_source: 'shipping',
        ip_address: null,
        tax_ids: [],
        taxability_override: isExempt ? 'customer_exempt' : 'none',
      },
      expires_at: secondsOf(now) + 90 * 86_400,
      line_items: { object: 'list', data: lines, has_more: false, url: '/v1/tax/calculations' },
      livemode: false,
      ship_from_details: from ? { address: { ...address, country: from } } : null,
      shipping_cost:
        shipping > 0
          ? {
              amount: shipping,
              amount_tax: shippingTax,
              tax_behavior: shippingBehavior,
              tax_code: form.get('shipping_cost[tax_code]') ?? '',
            }
          : null,
      tax_amount_exclusive: taxed('exclusive'),
      tax_amount_inclusive: taxed('inclusive'),
      tax_breakdown: [],
      tax_date: secondsOf(now),
    }
    this.calculations.set(calculation.id ?? '', calculation)
    return { status: 200, body: calculation }
  }

  #record(form: URLSearchParams): FakeAnswer {
    const [calculation, reference] = [form.get('calculation') ?? '', form.get('reference') ?? '']
    const known = this.calculations.get(calculation)
    if (!known) return refusal('No such calculation', 'resource_missing')
    if (this.transactions.some((one) => one.reference === reference)) return refusal('The reference is used', 'resource_already_exists')
    const id = newId('tax')
    this.transactions.push({ id, calculation, reference })
    return { status: 200, body: transactionOf(known, { id, reference, original: null }) }
  }

  #reverse(form: URLSearchParams): FakeAnswer {
    const [original, reference] = [form.get('original_transaction') ?? '', form.get('reference') ?? '']
    const known = this.calculations.get(this.transactions.find(({ id }) => id === original)?.calculation ?? '')
    if (!known) return refusal('No such transaction', 'resource_missing')
    if (this.reversals.some((one) => one.reference === reference)) return refusal('The reference is used', 'resource_already_exists')
    this.reversals.push({ original, reference, amountCents: -Number(form.get('flat_amount')) })
    return { status: 200, body: transactionOf(known, { id: newId('tax'), reference, original }) }
  }
}

/** A calculation that was recorded, or a reversal of the transaction `original`. */
function transactionOf(
  calculation: Stripe.Tax.Calculation,
  { id, reference, original }: { id: string; reference: string; original: string | null },
): Stripe.Tax.Transaction {
  const { currency, customer, customer_details, livemode, ship_from_details, shipping_cost, tax_date } = calculation
  return {
    id,
    object: 'tax.transaction',
    created: tax_date,
    currency,
    customer,
    customer_details,
    livemode,
    metadata: {},
    posted_at: tax_date,
    reference,
    reversal: original === null ? null : { original_transaction: original },
    ship_from_details,
    shipping_cost,
    tax_date,
    type: original === null ? 'transaction' : 'reversal',
  }
}
