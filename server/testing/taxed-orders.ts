import { eq, sql } from 'drizzle-orm'
import type { BuyerKind } from '#domain/buyer-kind.ts'
import { lineCommission } from '#domain/commission.ts'
import type { Currency } from '#domain/money.ts'
import { computeOrderTotals, type PricedItem, type ShippingCharge } from '#domain/order-totals.ts'
import type { TaxDecision } from '#domain/tax-decision.ts'
import { stockLines } from '#server/orders/order-record.ts'
import { storePricing } from '#server/orders/store-pricing.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import { orderLines, orders, products, sellerOrders } from '#server/platform/db/schema.ts'
import { readSettings } from '#server/platform/settings/setting-groups.ts'
import { customerForm, orderOf } from './buyers.ts'
import type { SignedInUser, TestShop } from './test-shop.ts'

/** Makes a decision about tax as the rules of a country do. */
export const decisionFor = (reason: TaxDecision['reason'], percent: number, change: Partial<TaxDecision> = {}): TaxDecision => ({
  mode: 'added',
  percent: Math.round(percent * 10_000),
  reason,
  text: '',
  collector: null,
  issuer: null,
  country: 'DE',
  state: '',
  shipsTaxed: true,
  ...change,
})

/** An order of lines with their decisions; shipping in cents without tax is shared by all of them. */
export interface TaxedOrder {
  currency?: Currency
  buyerKind?: BuyerKind
  lines: readonly { id: string; quantity: number; decision: TaxDecision }[]
  shippingCents?: number
  customer?: Record<string, string>
}

/** Lets the database store orders with tax included, as the next release does (decision 047). */
export async function allowIncludedTax({ deps }: Pick<TestShop, 'deps'>): Promise<void> {
  await deps.db.execute(sql`alter table orders drop constraint if exists orders_total_check`)
}

/** Places an order and gives it the frozen decisions, as the calculator prices it with them. @returns its id */
export async function placeTaxed(shop: TestShop, buyer: SignedInUser, taxed: TaxedOrder): Promise<string> {
  const { currency = 'EUR', lines: wanted, customer = {} } = taxed
  const query = { currency }
  for (const { id, quantity } of wanted) await buyer.cart.addItem({ query, body: { productId: id, quantity } })
  const cart = await buyer.cart.list({ query })
  const { id } = await buyer.checkout.placeOrder({ body: { ...orderOf(cart), customer: customerForm } })
  await freezeDecisions(shop, id, { ...taxed, customer: { ...customerForm, ...customer } })
  return id
}

async function freezeDecisions({ deps }: TestShop, id: string, taxed: TaxedOrder): Promise<void> {
  const { lines: wanted, shippingCents = 0, customer = {}, buyerKind = 'business' } = taxed
  await inTransaction(deps.db, async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.id, id))
    if (!order) throw new Error('no order')
    const rows = await tx.select().from(orderLines).where(eq(orderLines.orderId, id)).orderBy(orderLines.position)
    const { rules } = await readSettings(tx)
    const items: PricedItem[] = []
    for (const row of stockLines(rows)) {
      const [product] = await tx.select().from(products).where(eq(products.id, row.productId))
      if (!product) throw new Error('no product')
      items.push({
        productId: row.productId,
        name: row.name,
        businessId: row.businessId,
        category: 'mat',
        shippingClass: product.shippingClass,
        priceCents: { USD: product.priceUsdCents, EUR: product.priceEurCents },
        quantity: row.quantity,
        ladder: [],
        decision: wanted.findIndex((line) => line.id === row.productId),
      })
    }
    const charge: ShippingCharge = {
      owner: null,
      zone: 'Test',
      class: 'parcel',
      lines: [...items.keys()],
      netCents: { USD: shippingCents, EUR: shippingCents },
      freeFromCents: null,
      label: 'Standard',
      days: '5-7 business days',
    }
    const input = {
      currency: order.currency,
      lines: items,
      decisions: wanted.map(({ decision }) => decision),
      charges: [charge],
      promo: null,
      now: order.createdAt,
    }
    const totals = computeOrderTotals(input)
    const { subtotalCents, discountCents, shippingCents: shipped, taxCents, totalCents, mode } = totals
    const amounts = { subtotalCents, discountCents, shippingCents: shipped, taxCents, totalCents }
    await tx
      .update(orders)
      .set({
        ...amounts,
        customer,
        taxMode: mode,
        buyerKind,
        consumerLaw: null,
        totalUsdCents: computeOrderTotals({ ...input, currency: 'USD' }).totalCents,
        pricing: storePricing({ ...input, taxSources: [], shippingMethod: order.shippingMethod, rules }),
      })
      .where(eq(orders.id, id))
    for (const { businessId, ...part } of totals.parts) {
      const own = totals.lines.filter((line) => items.find(({ productId }) => productId === line.productId)?.businessId === businessId)
      const commissionCents = own.reduce(
        (sum, { netCents }) => sum + lineCommission({ businessId, category: 'mat', netCents }, []).commissionCents,
        0,
      )
      await tx
        .update(sellerOrders)
        .set({ ...part, commissionCents })
        .where(sql`${sellerOrders.orderId} = ${id} and ${sellerOrders.businessId} = ${businessId}`)
    }
    for (const [index, line] of totals.lines.entries()) {
      const row = rows[index]
      const decision = wanted[line.decision]?.decision
      if (!row || !decision) throw new Error('no line')
      await tx
        .update(orderLines)
        .set({
          unitPriceCents: line.unitPriceCents,
          lineTotalCents: line.lineTotalCents,
          discountCents: line.discountCents,
          shippingCents: line.shippingCents,
          taxCents: line.taxCents,
          shippingTaxCents: line.shippingTaxCents,
          taxRate: decision.percent,
          taxReason: decision.reason,
          collector: decision.collector,
          commissionCents: lineCommission({ businessId: row.businessId, category: 'mat', netCents: line.netCents }, []).commissionCents,
        })
        .where(eq(orderLines.id, row.id))
    }
  })
}
