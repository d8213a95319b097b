import { type Currency, toDecimal, toMinor } from '#domain/money.ts'
import { businessDays } from '#domain/settings.ts'
import { DEFAULT_SHIPPING_RATES, type ShippingMethod, type ShippingRate, type ShippingRates } from '#domain/shipping.ts'
import type { GroupOf } from '#server/platform/settings/setting-group.ts'

/** Stored settings of a shipping method; its name and description follow from it. */
type StoredRate = Pick<ShippingRate, 'minDays' | 'maxDays' | 'priceCents' | 'freeFromCents'>

/** Returns amounts in whole units. */
export const toAmounts = (cents: Record<Currency, number>) => ({ USD: toDecimal(cents.USD), EUR: toDecimal(cents.EUR) })

const toCents = (amounts: Record<Currency, number>): Record<Currency, number> => ({
  USD: toMinor(amounts.USD) ?? 0,
  EUR: toMinor(amounts.EUR) ?? 0,
}) // validated by the schema

const eachRate = <From, To>(rates: Record<ShippingMethod, From>, rateOf: (rate: From, method: ShippingMethod) => To) => ({
  standard: rateOf(rates.standard, 'standard'),
  express: rateOf(rates.express, 'express'),
  overnight: rateOf(rates.overnight, 'overnight'),
})

/** Price, free-shipping threshold and business days of each shipping method. */
export const shipping: GroupOf<'shipping', Record<ShippingMethod, StoredRate>> = {
  initial: eachRate(DEFAULT_SHIPPING_RATES, ({ label: _label, days: _days, ...rate }) => rate),
  needsStepUp: false,
  present: (stored) =>
    eachRate(stored, ({ priceCents, freeFromCents, minDays, maxDays }) => ({
      minDays,
      maxDays,
      price: toAmounts(priceCents),
      freeFrom: freeFromCents && toAmounts(freeFromCents),
    })),
  store: (sent) =>
    eachRate(sent, ({ price, freeFrom, minDays, maxDays }) => ({
      minDays,
      maxDays,
      priceCents: toCents(price),
      freeFromCents: freeFrom && toCents(freeFrom),
    })),
}

/** Returns the rates with their names and descriptions. */
export const describeRates = (stored: Record<ShippingMethod, StoredRate>): ShippingRates =>
  eachRate(stored, (rate, method) => ({ ...rate, label: DEFAULT_SHIPPING_RATES[method].label, days: businessDays(rate) }))
