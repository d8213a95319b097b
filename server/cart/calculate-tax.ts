import { LRUCache } from 'lru-cache'
import { CALCULATION_MS, isAnswerTo, type TaxAnswer, type TaxAsk } from '#domain/calculated-tax.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Config } from '#server/platform/config.ts'
import type { Deps } from '#server/platform/deps.ts'
import { openStripe, ProviderError, within } from '#server/platform/vendors/stripe.ts'
import type { TaxCalculator } from '#server/platform/vendors/stripe-tax.ts'

/** Time for which an answer counts for the same place and content, and for which the provider is left alone after it failed. */
const ANSWER_MS = 10 * MINUTE_MS
const REST_MS = 30_000

type AskDeps = Pick<Deps, 'config' | 'logger' | 'now'>
type StripeSettings = NonNullable<Config['stripe']>

/** Answers by what was asked, and asks that were refused for good a moment ago. */
const answers = new LRUCache<string, TaxAnswer>({ max: 10_000, ttl: ANSWER_MS })
const refused = new LRUCache<string, true>({ max: 10_000, ttl: REST_MS })

/** A provider with what it is being asked. */
interface KnownProvider {
  calculator: Pick<TaxCalculator, 'calculateTax'>
  asking: Map<string, Promise<void>>
  /** Time in ms until which it is left alone, since it did not answer. */
  restUntil: number
}

const providers = new WeakMap<StripeSettings, KnownProvider>()

function providerOf(settings: StripeSettings): KnownProvider {
  const known = providers.get(settings) ?? { calculator: openStripe(settings), asking: new Map(), restUntil: 0 }
  providers.set(settings, known)
  return known
}

const keyOf = (ask: TaxAsk) => JSON.stringify(ask)

/** Returns the answer to an ask of the last ten minutes; null where there is none. */
export const findAnswer = (ask: TaxAsk): TaxAnswer | null => answers.get(keyOf(ask)) ?? null

/**
 * Asks the provider for the taxes of an order, once for the same place and content; `findAnswer` then has the answer. Never call it in a
 * transaction. Waits `timeoutMs` at most and never throws: without an answer the shop's rules count.
 */
export async function calculateTax(deps: AskDeps, ask: TaxAsk, timeoutMs = CALCULATION_MS): Promise<void> {
  const { config, now } = deps
  const key = keyOf(ask)
  if (!config.stripe || answers.has(key) || refused.has(key)) return
  const provider = providerOf(config.stripe)
  if (now().getTime() < provider.restUntil) return
  const joined = provider.asking.get(key)
  if (joined) return within(timeoutMs, joined).catch(ignoreLate) // the caller that asked first may have more time
  const asking = askNow(provider, ask, timeoutMs, deps).finally(() => provider.asking.delete(key))
  provider.asking.set(key, asking)
  await asking
}

function ignoreLate(error: unknown): void {
  if (!(error instanceof ProviderError)) throw error
}

async function askNow(provider: KnownProvider, ask: TaxAsk, timeoutMs: number, { logger, now }: AskDeps): Promise<void> {
  try {
    const work = Promise.all(ask.shipments.map((shipment) => provider.calculator.calculateTax(ask, shipment, timeoutMs)))
    const answer = await within(timeoutMs, work)
    if (!isAnswerTo(ask, answer)) throw new ProviderError('The provider calculated the taxes of another order.', true)
    answers.set(keyOf(ask), answer)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (logger) logger.warn({ problem: error.message }, 'taxes by the rules of the shop: no calculation')
    if (error.isFinal) refused.set(keyOf(ask), true)
    else provider.restUntil = now().getTime() + REST_MS
  }
}

/** A priced cart: the provider's answer counted in it, or the shop's rules did, with what the provider may be asked. */
interface Priced {
  calculation: { by: 'provider' } | { by: 'own'; ask: TaxAsk | null } | null
}

/**
 * Prices a cart outside of a transaction; where the provider of the shop calculates the taxes and was not asked about this cart yet, it is
 * asked, and the cart is priced again by its answer.
 * @param timeoutMs longest time to wait for the provider; absent: that of a cart
 */
export async function priceWithTaxes<Cart extends Priced>(deps: AskDeps, price: () => Promise<Cart>, timeoutMs?: number): Promise<Cart> {
  const priced = await price()
  const { calculation } = priced
  if (calculation?.by !== 'own' || !calculation.ask || !deps.config.stripe) return priced
  await calculateTax(deps, calculation.ask, timeoutMs)
  return price()
}
