import { expect, type Page } from '@playwright/test'
import { type Currency, formatMoney, toMinor } from '#domain/money.ts'
import { ladderFor } from '#domain/pricing.ts'
import { DEMO_PROMOTIONS } from '#domain/promotion.ts'
import { DEFAULT_SHIPPING_RATES, type ShippingMethod } from '#domain/shipping.ts'
import { DEFAULT_TAX_PERCENT } from '#domain/tax.ts'
import { computeTotals } from '#domain/totals.ts'
import type { Product } from '../contract/catalog/products.ts'

interface Wanted {
  lines: readonly { product: Product; quantity: number }[]
  currency?: Currency
  code?: string
  shippingMethod?: ShippingMethod
}

/** Returns the totals that cart and checkout must show for these lines. */
function expectedTotals({ lines, currency = 'USD', code, shippingMethod = 'standard' }: Wanted): Record<string, string> {
  const totals = computeTotals({
    currency,
    lines: lines.map(({ product, quantity }) => ({
      productId: product.id,
      name: product.name,
      businessId: product.businessId,
      category: product.category,
      shippingClass: product.shippingClass,
      basePriceCents: toMinor(currency === 'EUR' ? product.priceEUR : product.priceUSD) ?? 0,
      quantity,
      ladder: ladderFor(product.category),
    })),
    promo: DEMO_PROMOTIONS.find((promotion) => promotion.code === code) ?? null,
    shippingMethod,
    rules: { taxPercent: DEFAULT_TAX_PERCENT, shippingRates: DEFAULT_SHIPPING_RATES },
    now: new Date(),
  })
  const money = (cents: number) => formatMoney(cents, currency)
  return {
    Subtotal: money(totals.subtotalCents),
    ...(totals.discountCents > 0 && { Discount: `−${money(totals.discountCents)}` }),
    Shipping: totals.shippingCents === 0 ? 'Free' : money(totals.shippingCents),
    Tax: money(totals.taxCents),
    Total: money(totals.totalCents),
  }
}

/** The summary that the page shows: amount by label, without what stands in brackets behind the label. */
function shownTotals(page: Page): Promise<Record<string, string>> {
  const list = page.getByRole('main').locator('dl', { hasText: 'Subtotal' }).first()
  return list.evaluate((element) => {
    const labels = [...element.querySelectorAll('dt')]
    return Object.fromEntries(
      labels.map((label) => [
        (label.textContent ?? '').replace(/ *\(.*$/, '').trim(),
        (label.parentElement === element ? label.nextElementSibling : label.parentElement?.querySelector('dd'))?.textContent?.trim() ?? '',
      ]),
    )
  })
}

/** Waits until the page shows exactly these totals. */
export async function expectTotals(page: Page, wanted: Wanted): Promise<void> {
  await expect.poll(() => shownTotals(page)).toEqual(expectedTotals(wanted))
}
