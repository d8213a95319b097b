import type Stripe from 'stripe'
import type { Currency } from '#domain/money.ts'
import { isUuid } from '#domain/text.ts'
import type { Config } from '#server/platform/config.ts'
import { traceCalls } from '#server/platform/traces.ts'
import { openConnect, type PayoutProvider, type SentTransfer, toTransfer } from './stripe-connect.ts'
import { type DisputeProvider, openDisputes, type ReportedDispute, toDispute } from './stripe-disputes.ts'
import { type EndpointProvider, openEndpoints } from './stripe-endpoints.ts'
import { openTax, type TaxCalculator } from './stripe-tax.ts'

/** Longest time of one request; a request that fails is sent again under the same key. */
const REQUEST_MS = 8000
const RETRIES = 2
/** Maximum age of a signed message, and maximum lead over our clock, in seconds. */
const OLDEST_SECONDS = 300
const FUTURE_SECONDS = 60

/** Status of a payment at the provider. Paid is `succeeded` alone; `canceled` can never be paid any more. */
type IntentStatus = Stripe.PaymentIntent.Status

/** One payment at the provider, amounts in cents. */
export interface Intent {
  id: string
  /** Secret that the browser needs to confirm it; never logged, never stored. */
  clientSecret: string
  status: IntentStatus
  amountCents: number
  /** Lower case, as the provider writes it. */
  currency: string
  /** The order that we named when we made it; null where none is named. */
  orderId: string | null
}

/** A payment to be made for an order. */
interface IntentAsk {
  orderId: string
  orderNumber: string
  amountCents: number
  currency: Currency
}

/** Money that was sent back: `pending` will arrive unless a message says otherwise. */
export interface SentRefund {
  id: string
  status: 'succeeded' | 'pending' | 'failed'
  problem: string | null
}

/** A charge of a payment, as the message of its refund states it; amounts in cents. */
export interface Charge {
  id: string
  intentId: string
  orderId: string | null
  amountCents: number
  refundedCents: number
  currency: string
}

/** Money that was to be sent back and did not arrive. */
export interface FailedRefund {
  id: string
  intentId: string
  /** The refund of ours that it is; null where it was made at the provider. */
  refundId: string | null
  problem: string
}

/** A message of the provider: what it is about, or that it is none of ours. */
export interface ProviderEvent {
  id: string
  type: string
  /** When the provider wrote it. */
  at: Date
  /** False: of the test mode where we are live, or the other way round. */
  isOurMode: boolean
  about:
    | { kind: 'intent'; intent: Intent }
    | { kind: 'charge'; charge: Charge }
    | { kind: 'failed-refund'; refund: FailedRefund }
    | { kind: 'dispute'; dispute: ReportedDispute }
    | { kind: 'account'; accountId: string }
    | { kind: 'reversed-transfer'; transfer: SentTransfer }
    | null
}

/** Calls of the shop to the provider that charges cards, pays sellers and calculates taxes. */
export interface PaymentProvider extends PayoutProvider, DisputeProvider, EndpointProvider, TaxCalculator {
  createIntent: (ask: IntentAsk, key: string) => Promise<Intent>
  updateIntent: (id: string, ask: Pick<IntentAsk, 'amountCents' | 'currency'>) => Promise<Intent>
  retrieveIntent: (id: string) => Promise<Intent>
  cancelIntent: (id: string) => Promise<Intent>
  createRefund: (ask: { intentId: string; amountCents: number; refundId?: string }, key: string) => Promise<SentRefund>
  /** Reads a message whose signature holds for the bytes as they came. @returns null for any other */
  constructEvent: (body: Buffer, signature: string, now: Date) => Promise<ProviderEvent | null>
}

/**
 * The provider did not answer, or refused; `isFinal`: the same request would be refused again. Its own words stay in `message`, for staff
 * only.
 */
export class ProviderError extends Error {
  readonly isFinal: boolean
  /**
   * The provider's own code, such as `charge_already_refunded`, or `idempotency_error`: the key was used for something else. '' for none.
   */
  readonly reason: string
  constructor(message: string, isFinal: boolean, reason = '') {
    super(message)
    this.name = 'ProviderError'
    this.isFinal = isFinal
    this.reason = reason
  }
}

type Settings = NonNullable<Config['stripe']>

/** Loads the library: a shop that takes no cards, or takes none yet, does without it. */
const load = async () => (await import('stripe')).default

/** Opens the client; it speaks the version of the provider's API that the types of the library describe. */
async function openClient({ secretKey, apiBase }: Settings): Promise<Stripe> {
  const Stripe = await load()
  const base = apiBase ? new URL(apiBase) : null
  const protocol = base?.protocol === 'http:' ? 'http' : 'https'
  return new Stripe(secretKey, {
    timeout: REQUEST_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(base && { host: base.hostname, port: base.port || (protocol === 'http' ? 80 : 443), protocol }),
  })
}

/** A request that was understood and refused is final; one that nobody answered, or that came too often, is not. */
async function toProviderError(error: unknown): Promise<ProviderError> {
  const Stripe = await load()
  if (!(error instanceof Stripe.errors.StripeError)) return new ProviderError(error instanceof Error ? error.message : String(error), false)
  const status = error.statusCode ?? 0
  const reason = error instanceof Stripe.errors.StripeIdempotencyError ? 'idempotency_error' : error.code
  return new ProviderError(error.message, status >= 400 && status < 500 && ![401, 403, 409, 429].includes(status), reason)
}

async function asked<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  try {
    return await request()
  } catch (error) {
    throw await toProviderError(error)
  }
}

function toIntent(intent: Stripe.PaymentIntent): Intent {
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    status: intent.status,
    amountCents: intent.status === 'succeeded' ? (intent.amount_received ?? intent.amount) : intent.amount,
    currency: intent.currency,
    orderId: intent.metadata?.orderId ?? null,
  }
}

const idOf = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

function toCharge(charge: Stripe.Charge): Charge | null {
  const intentId = idOf(charge.payment_intent)
  if (!intentId) return null
  const { id, amount, amount_refunded: refundedCents, currency } = charge
  return { id, intentId, orderId: charge.metadata?.orderId ?? null, amountCents: amount, refundedCents, currency }
}

function toFailedRefund(refund: Stripe.Refund): FailedRefund | null {
  const intentId = idOf(refund.payment_intent)
  const sent = toSentRefund(refund)
  if (!intentId || sent.status !== 'failed') return null
  const refundId = refund.metadata?.refundId ?? ''
  return { id: refund.id, intentId, refundId: isUuid(refundId) ? refundId : null, problem: sent.problem ?? 'failed' }
}

function aboutOf(event: Stripe.Event, at: Date): ProviderEvent['about'] {
  if (event.type === 'charge.refunded') {
    const charge = toCharge(event.data.object)
    return charge && { kind: 'charge', charge }
  }
  if (event.type === 'refund.failed' || event.type === 'refund.updated' || event.type === 'charge.refund.updated') {
    const refund = toFailedRefund(event.data.object)
    return refund && { kind: 'failed-refund', refund }
  }
  if (event.type.startsWith('charge.dispute.')) {
    const dispute = toDispute(event.data.object as Stripe.Dispute, at) // the type of the event says so
    return dispute && { kind: 'dispute', dispute }
  }
  if (event.type === 'account.updated') return { kind: 'account', accountId: event.data.object.id }
  if (event.type === 'transfer.reversed') return { kind: 'reversed-transfer', transfer: toTransfer(event.data.object) }
  if (!event.type.startsWith('payment_intent.')) return null
  return { kind: 'intent', intent: toIntent(event.data.object as Stripe.PaymentIntent) } // the type of the event says so
}

function toSentRefund({ id, status, failure_reason: reason }: Stripe.Refund): SentRefund {
  if (status === 'failed' || status === 'canceled')
    return { id, status: 'failed', problem: reason ?? 'The payment service refused the refund.' }
  return { id, status: status === 'succeeded' ? 'succeeded' : 'pending', problem: null }
}

const isTooNew = (signature: string, now: Date) => {
  const stamp = Number(/(?:^|,)t=(\d{1,15})/.exec(signature)?.[1] ?? Number.NaN)
  return !(stamp <= now.getTime() / 1000 + FUTURE_SECONDS)
}

async function readEvent(body: Buffer, signature: string, now: Date, secrets: readonly string[]): Promise<Stripe.Event | null> {
  if (isTooNew(signature, now)) return null
  const Stripe = await load()
  for (const secret of secrets) {
    try {
      return Stripe.webhooks.constructEvent(body, signature, secret, OLDEST_SECONDS, undefined, now.getTime())
    } catch {
      // not this secret's; while secrets are changed there are two
    }
  }
  return null
}

/** The provider that charges cards, by the settings of the shop. */
export function openStripe(settings: Settings): PaymentProvider {
  let client: Promise<Stripe> | undefined
  const open = () => (client ??= openClient(settings))
  const secrets = settings.webhookSecret.split(',').map((secret) => secret.trim())
  const mode = /^[rs]k_(live|test)_/.exec(settings.secretKey)?.[1]
  const calls: Omit<PaymentProvider, keyof EndpointProvider | 'constructEvent'> = {
    ...openConnect(open, asked),
    ...openDisputes(open, asked),
    ...openTax(open, asked),
    createIntent: ({ orderId, orderNumber, amountCents, currency }, key) =>
      asked(async () =>
        toIntent(
          await (await open()).paymentIntents.create(
            {
              amount: amountCents,
              currency: currency.toLowerCase(),
              allowed_payment_method_types: ['card'],
              description: `Order ${orderNumber}`,
              metadata: { orderId, orderNumber },
            },
            { idempotencyKey: key },
          ),
        ),
      ),
    updateIntent: (id, { amountCents, currency }) =>
      asked(async () =>
        toIntent(await (await open()).paymentIntents.update(id, { amount: amountCents, currency: currency.toLowerCase() })),
      ),
    retrieveIntent: (id) => asked(async () => toIntent(await (await open()).paymentIntents.retrieve(id))),
    cancelIntent: (id) => asked(async () => toIntent(await (await open()).paymentIntents.cancel(id))),
    createRefund: ({ intentId, amountCents, refundId }, key) =>
      asked(async () =>
        toSentRefund(
          await (await open()).refunds.create(
            { payment_intent: intentId, amount: amountCents, ...(refundId && { metadata: { refundId } }) },
            { idempotencyKey: key },
          ),
        ),
      ),
  }
  return {
    ...traceCalls('stripe', calls),
    ...openEndpoints(open, asked, secrets[0] ?? ''),
    constructEvent: async (body, signature, now) => {
      const event = await readEvent(body, signature, now, secrets)
      if (!event) return null
      const isOurMode = !mode || typeof event.livemode !== 'boolean' || event.livemode === (mode === 'live')
      const at = new Date((event.created ?? now.getTime() / 1000) * 1000)
      return { id: event.id, type: event.type, at, isOurMode, about: aboutOf(event, at) }
    },
  }
}

/** The answer of `work` within `milliseconds`, else an error that may be tried again; what was asked goes on, under its own key. */
export async function within<Answer>(milliseconds: number, work: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ProviderError('The payment service did not answer in time.', false)), Math.max(0, milliseconds))
  })
  work.catch(() => {}) // a late failure is nobody's
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
