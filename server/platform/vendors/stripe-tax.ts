import type Stripe from 'stripe'
import type { AskedShipment, ShipmentTax, TaxAsk } from '#domain/calculated-tax.ts'
import { EU_COUNTRIES } from '#domain/market-country.ts'
import { WHOLE_RATE } from '#domain/money.ts'

/** Calls of the shop to the provider that calculates taxes. */
export interface TaxCalculator {
  /** Calculates the taxes of products that leave from one place; waits `timeoutMs` at most, and asks once. */
  calculateTax: (ask: TaxAsk, shipment: AskedShipment, timeoutMs: number) => Promise<ShipmentTax>
  /** Records a calculation as a sale under a reference of ours, which is unique at the provider. @returns the id of the transaction */
  recordTax: (ask: { calculationId: string; reference: string }, key: string) => Promise<string>
  /** Takes a part of a recorded sale back; the amount is with tax, in cents. */
  reverseTax: (ask: { transactionId: string; reference: string; amountCents: number }, key: string) => Promise<void>
}

/**
 * Codes of the provider for the classes of products and for shipping: general tangible goods, nontaxable, shipping. It has no code for a
 * reduced rate in general: what is reduced depends on the product and the country, so products of that class have the standard one
 * (decision 049).
 */
const TAX_CODES = { standard: 'txcd_99999999', reduced: 'txcd_99999999', zero: 'txcd_00000000' } as const
const SHIPPING_CODE = 'txcd_92010001'

/** Returns the kind of a VAT id at the provider; null for countries that it is not used for. */
function kindOf(vatId: string): 'eu_vat' | 'gb_vat' | 'ch_vat' | 'no_vat' | null {
  const prefix = vatId.slice(0, 2)
  if (prefix === 'EL' || prefix === 'XI' || EU_COUNTRIES.includes(prefix)) return 'eu_vat'
  if (prefix === 'GB') return 'gb_vat'
  if (prefix === 'CH') return 'ch_vat'
  return prefix === 'NO' ? 'no_vat' : null
}

const addressOf = ({ country, state, postalCode }: TaxAsk['to']) => ({
  country,
  ...(state && { state }),
  ...(postalCode && { postal_code: postalCode }),
})

/** Returns the parameters of a calculation. */
function paramsOf({ currency, mode, to, vatId, isExempt }: TaxAsk, { from, lines, shippingCents }: AskedShipment) {
  const behavior = mode === 'included' ? 'inclusive' : 'exclusive'
  const kind = kindOf(vatId)
  return {
    currency: currency.toLowerCase(),
    line_items: lines.map(({ index, amountCents, quantity, taxClass }) => ({
      amount: amountCents,
      quantity,
      reference: String(index),
      tax_behavior: behavior,
      tax_code: TAX_CODES[taxClass],
    })),
    customer_details: {
      address: addressOf(to),
      address_source: 'shipping',
      ...(kind && { tax_ids: [{ type: kind, value: vatId }] }),
      ...(isExempt && { taxability_override: 'customer_exempt' }),
    },
    ...(from.country && { ship_from_details: { address: addressOf(from) } }),
    ...(shippingCents > 0 && { shipping_cost: { amount: shippingCents, tax_behavior: behavior, tax_code: SHIPPING_CODE } }),
    expand: ['line_items.data.tax_breakdown'],
  } satisfies Stripe.Tax.CalculationCreateParams
}

/** Returns the rate of a line in ten-thousandths of a percent: of several taxes, as of a state and its counties, their sum. */
function rateOf({ tax_breakdown: parts }: Stripe.Tax.CalculationLineItem): number {
  const percents = (parts ?? []).map(({ amount, tax_rate_details: rate }) => (amount > 0 ? Number(rate?.percentage_decimal ?? 0) : 0))
  return Math.round((percents.reduce((sum, percent) => sum + percent, 0) * WHOLE_RATE) / 100)
}

function toShipmentTax(calculation: Stripe.Tax.Calculation): ShipmentTax {
  return {
    id: calculation.id ?? '',
    lines: (calculation.line_items?.data ?? []).map((line) => ({
      index: Number(line.reference),
      taxCents: line.amount_tax,
      percent: rateOf(line),
      isReverseCharge: (line.tax_breakdown ?? []).some(({ taxability_reason: reason }) => reason === 'reverse_charge'),
    })),
    shippingTaxCents: calculation.shipping_cost?.amount_tax ?? 0,
  }
}

/** The part of the provider that calculates taxes; `open` gives its client, `asked` makes its failures the shop's own. */
export function openTax(open: () => Promise<Stripe>, asked: <Answer>(request: () => Promise<Answer>) => Promise<Answer>): TaxCalculator {
  return {
    calculateTax: (ask, shipment, timeoutMs) =>
      asked(async () =>
        toShipmentTax(
          await (await open()).tax.calculations.create(paramsOf(ask, shipment), { timeout: Math.max(1, timeoutMs), maxNetworkRetries: 0 }),
        ),
      ),
    recordTax: ({ calculationId, reference }, key) =>
      asked(
        async () =>
          (await (await open()).tax.transactions.createFromCalculation({ calculation: calculationId, reference }, { idempotencyKey: key }))
            .id,
      ),
    reverseTax: ({ transactionId, reference, amountCents }, key) =>
      asked(async () => {
        await (await open()).tax.transactions.createReversal(
          { mode: 'partial', original_transaction: transactionId, reference, flat_amount: -amountCents },
          { idempotencyKey: key },
        )
      }),
  }
}
