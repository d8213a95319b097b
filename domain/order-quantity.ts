/** Quantities of a product that may be ordered: `minQuantity` plus any number of `quantityStep`, both whole numbers from 1. */
export type QuantityRule = { name: string; minQuantity: number; quantityStep: number }

/** Reason for which a quantity cannot be ordered although there is enough of it. */
export type QuantityRefusal = { code: 'below_minimum' | 'not_a_multiple'; text: string }

/** Returns why `quantity` units of a product cannot be ordered, or null; stock is no matter here. */
export function quantityRefusal(quantity: number, { name, minQuantity, quantityStep }: QuantityRule): QuantityRefusal | null {
  if (quantity < minQuantity) return { code: 'below_minimum', text: `The minimum quantity for ${name} is ${minQuantity}.` }
  if ((quantity - minQuantity) % quantityStep === 0) return null
  return { code: 'not_a_multiple', text: `${name} is sold in multiples of ${quantityStep}.` }
}

/** Returns the largest quantity of at most `units` that may be ordered; 0 where that is below the minimum. */
export function largestQuantity(units: number, { minQuantity, quantityStep }: Omit<QuantityRule, 'name'>): number {
  return units < minQuantity ? 0 : units - ((units - minQuantity) % quantityStep)
}

/** Returns how many units of a product can be ordered at once: the last ones below the minimum are not sold. */
export const sellableUnits = ({ stock, ...rule }: Omit<QuantityRule, 'name'> & { stock: number }): number => largestQuantity(stock, rule)

/** Maximum quantity of one line; the database has the same limit. */
const MAX_QUANTITY = 100_000

/** Returns the most units of a product on one line: what is in stock in quantities that may be ordered. */
export const mostUnits = ({ stock, ...rule }: Omit<QuantityRule, 'name'> & { stock: number }): number =>
  largestQuantity(Math.min(stock, MAX_QUANTITY), rule)

/** Returns the units of a product that still fit into a cart that holds `alreadyInCart` of it, from 0. */
export const unitsLeft = (product: Omit<QuantityRule, 'name'> & { stock: number }, alreadyInCart: number): number =>
  Math.max(0, mostUnits(product) - alreadyInCart)

/**
 * Returns the nearest quantity from `wanted` upwards that may be ordered, at most what `stock` allows; the minimum where stock does not
 * reach it.
 */
export function snapQuantity(wanted: number, stock: number, rule: Omit<QuantityRule, 'name'>): number {
  const { minQuantity, quantityStep } = rule
  const up = wanted <= minQuantity ? minQuantity : minQuantity + Math.ceil((wanted - minQuantity) / quantityStep) * quantityStep
  return Math.max(minQuantity, Math.min(up, largestQuantity(stock, rule)))
}

/** Returns the next quantity above (`by` 1) or below (`by` -1) that may be ordered, also from one between them; at least the minimum. */
export function nextQuantity(quantity: number, by: 1 | -1, stock: number, rule: Omit<QuantityRule, 'name'>): number {
  if (by > 0) return snapQuantity(quantity + 1, stock, rule)
  return Math.max(rule.minQuantity, largestQuantity(Math.min(quantity - 1, stock), rule))
}
