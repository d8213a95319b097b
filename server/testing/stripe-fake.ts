import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type Stripe from 'stripe'
import { openDispute } from './stripe-disputes.ts'
import {
  type AccountShape,
  API_VERSION,
  accountShape,
  chargeShape,
  type DisputeShape,
  eventShape,
  newId,
  type PaymentIntentShape,
  paymentIntentShape,
  type RefundShape,
  refundShape,
  secondsOf,
  type TransferShape,
  transferShape,
} from './stripe-shapes.ts'
import { type FakeAnswer as Answer, StripeTaxFake } from './stripe-tax-fake.ts'

/** Fate of a request: it is answered late, fails before or after it took effect, is never answered, or its connection is cut. */
export type Trouble = 'fail' | 'fail-after' | 'hang' | 'reset' | 'reset-after' | number

interface Message {
  payload: string
  headers: Record<string, string>
}

const refusal = (status: number, message: string, code: string, type = 'invalid_request_error'): Answer => ({
  status,
  body: { error: { type, code, message } },
})
const unexpected = (intent: PaymentIntentShape): Answer =>
  refusal(400, `This PaymentIntent could not be changed because it has a status of ${intent.status}.`, 'payment_intent_unexpected_state')

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer) // a request without encoding gives buffers
  return Buffer.concat(parts).toString()
}

/** `metadata[orderId]=x` and the like, one level deep. */
function membersOf(form: URLSearchParams, name: string): Record<string, string> {
  const own = [...form].flatMap(([key, value]) => {
    const inner = key.startsWith(`${name}[`) ? key.slice(name.length + 1, -1) : null
    return inner === null ? [] : [[inner, value] as const]
  })
  return Object.fromEntries(own)
}

/** A fake of the provider of card payments on this machine: real HTTP, its rules of states and idempotency, and what can go wrong. */
export class StripeFake {
  readonly webhookSecret = 'whsec_stand_in'
  readonly intents = new Map<string, PaymentIntentShape>()
  readonly refunds: RefundShape[] = []
  readonly accounts = new Map<string, AccountShape>()
  readonly transfers: TransferShape[] = []
  readonly disputes: DisputeShape[] = []
  readonly taxes = new StripeTaxFake()
  /** Webhook endpoints of the account. */
  readonly endpoints: Stripe.WebhookEndpoint[] = []
  /** Balance available for sellers, in cents of any currency. */
  fundsCents = Number.MAX_SAFE_INTEGER
  /** Every request, in the order of arrival. */
  readonly requests: { method: string; path: string; key: string | null; version: string; form: URLSearchParams }[] = []
  /** Faults of the next requests to an address, one each; `path` is the start of `METHOD /v1/…`. */
  readonly troubles: { path: string; trouble: Trouble }[] = []
  /** Status that each new refund gets. */
  refundStatus: 'succeeded' | 'pending' | 'failed' = 'succeeded'
  base = ''
  readonly #answers = new Map<string, { asked: string; answer: Answer | null }>()
  readonly #server = createServer((request, response) => void this.#serve(request, response))

  /** Listens on a free port of this machine. */
  static async open(): Promise<StripeFake> {
    const fake = new StripeFake()
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve))
    const address = fake.#server.address()
    if (typeof address !== 'object' || address === null) throw new Error('no address')
    fake.base = `http://127.0.0.1:${address.port}`
    return fake
  }

  /** The settings of a shop that charges here. */
  get settings(): Record<string, string> {
    return {
      STRIPE_SECRET_KEY: 'sk_test_stand_in',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_stand_in',
      STRIPE_WEBHOOK_SECRET: this.webhookSecret,
      STRIPE_API_BASE: this.base,
    }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** Forgets everything. */
  reset(): void {
    for (const kept of [this.intents, this.accounts, this.#answers]) kept.clear()
    for (const list of [this.refunds, this.transfers, this.disputes, this.endpoints, this.requests, this.troubles]) list.length = 0
    this.fundsCents = Number.MAX_SAFE_INTEGER
    this.refundStatus = 'succeeded'
    this.taxes.reset()
  }

  /** Lets the next `times` requests to an address go wrong. */
  trouble(path: string, trouble: Trouble, times = 1): void {
    for (let at = 0; at < times; at += 1) this.troubles.push({ path, trouble })
  }

  intent(id: string): PaymentIntentShape {
    const intent = this.intents.get(id)
    if (!intent) throw new Error(`no intent ${id}`)
    return intent
  }

  /** Acts as a buyer's card on a payment. */
  pay(id: string): PaymentIntentShape {
    const intent = this.intent(id)
    if (intent.status === 'canceled') throw new Error('A canceled payment cannot be paid')
    return Object.assign(intent, {
      status: 'succeeded',
      amount_received: intent.amount,
      latest_charge: intent.latest_charge ?? newId('ch'),
    })
  }

  /** Acts as a seller at the provider: everything is submitted, and the account can be paid. */
  finishAccount(id: string): AccountShape {
    const account = this.accounts.get(id)
    if (!account) throw new Error(`no account ${id}`)
    const done = { details_submitted: true, payouts_enabled: true, capabilities: { transfers: 'active' } as const }
    return Object.assign(account, done, { requirements: { ...account.requirements, currently_due: [], eventually_due: [] } })
  }

  /** Takes back what was sent to a seller: all of it unless an amount is given, in cents. */
  reverse(transfer: TransferShape, cents = transfer.amount): TransferShape {
    return Object.assign(transfer, { amount_reversed: cents, reversed: cents >= transfer.amount })
  }

  /** Forgets the answers to keys, as the provider does after a day. */
  forgetKeys(): void {
    this.#answers.clear()
  }

  /** A message about an object, signed as the provider signs. */
  message(type: string, object: object, more: { id?: string; at?: Date; secret?: string; livemode?: boolean } = {}): Message {
    const { id = newId('evt'), at = new Date(), livemode = false } = more
    const payload = JSON.stringify(eventShape({ id, type, created: secondsOf(at), livemode, object }))
    return { payload, headers: this.sign(payload, more) }
  }

  /** The headers of a signed message. */
  sign(payload: string, { at = new Date(), secret = this.webhookSecret }: { at?: Date; secret?: string } = {}): Record<string, string> {
    const stamp = secondsOf(at)
    const signature = createHmac('sha256', secret).update(`${stamp}.${payload}`).digest('hex')
    return { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': `t=${stamp},v1=${signature}` }
  }

  /** Acts as a cardholder at the bank: disputes a payment, all of it unless an amount is given. */
  dispute(intentId: string, how: Parameters<typeof openDispute>[1] = {}): DisputeShape {
    const dispute = openDispute(this.charge(intentId), how)
    this.disputes.push(dispute)
    return dispute
  }

  /** The charge of a payment with what was sent back of it. */
  charge(intentId: string, refunded?: number) {
    const back = this.refunds.filter((refund) => refund.payment_intent === intentId && refund.status !== 'failed')
    return chargeShape(this.intent(intentId), refunded ?? back.reduce((sum, { amount }) => sum + amount, 0))
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await readText(request))
    const { method = 'GET', url = '/' } = request
    const path = url.split('?')[0] ?? '/'
    const key = String(request.headers['idempotency-key'] ?? '') || null
    const version = String(request.headers['stripe-version'] ?? '')
    this.requests.push({ method, path, key, version, form })
    const at = this.troubles.findIndex((trouble) => `${method} ${path}`.startsWith(trouble.path))
    const trouble = at < 0 ? null : (this.troubles.splice(at, 1)[0]?.trouble ?? null)
    if (trouble === 'hang') return
    if (trouble === 'reset') return void request.socket.destroy()
    if (trouble === 'fail') return this.#send(response, refusal(500, 'An error occurred.', '', 'api_error'))
    if (typeof trouble === 'number') await new Promise((resolve) => setTimeout(resolve, trouble))
    const query = new URLSearchParams(url.split('?')[1] ?? '')
    if (version !== API_VERSION) return this.#send(response, refusal(400, 'Invalid Stripe API version.', ''))
    const answer = this.#once(key, `${method} ${path}?${form.toString()}`, () =>
      this.#answer(method, path, method === 'GET' ? query : form),
    )
    if (trouble === 'reset-after') return void request.socket.destroy()
    if (trouble === 'fail-after') return this.#send(response, refusal(500, 'An error occurred.', '', 'api_error'))
    this.#send(response, answer)
  }

  #send(response: ServerResponse, { status, body }: Answer): void {
    if (!response.destroyed) response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  /** The same key and request give the first answer again; the same key with another request is refused. */
  #once(key: string | null, asked: string, answer: () => Answer): Answer {
    const known = key === null ? undefined : this.#answers.get(key)
    if (known && known.asked !== asked) {
      return refusal(400, 'Keys for idempotent requests can only be used with the same parameters.', '', 'idempotency_error')
    }
    if (known?.answer) return known.answer
    const first = answer()
    const kept = { status: first.status, body: structuredClone(first.body) }
    if (key !== null) this.#answers.set(key, { asked, answer: kept })
    return kept
  }

  #answer(method: string, path: string, form: URLSearchParams): Answer {
    if (method === 'POST' && path === '/v1/payment_intents') return this.#create(form)
    if (method === 'POST' && path === '/v1/refunds') return this.#refund(form)
    if (method === 'GET' && path === '/v1/disputes') return this.#listDisputes(form)
    if (method === 'GET' && path === '/v1/webhook_endpoints')
      return { status: 200, body: { object: 'list', url: path, has_more: false, data: this.endpoints } }
    if (method === 'POST' && path.startsWith('/v1/tax/')) return this.taxes.answer(path, form)
    if (/^\/v1\/(accounts|account_links|transfers)/.test(path)) return this.#connect(method, path, form)
    const [, id = '', action = ''] = /^\/v1\/payment_intents\/(\w+)(?:\/(\w+))?$/.exec(path) ?? []
    const intent = this.intents.get(id)
    if (!intent) return refusal(404, `No such payment_intent: '${id}'`, 'resource_missing')
    if (method === 'GET') return { status: 200, body: intent }
    if (action === 'cancel') return this.#cancel(intent)
    return this.#update(intent, form)
  }

  #connect(method: string, path: string, form: URLSearchParams): Answer {
    if (path === '/v1/transfers') return method === 'GET' ? this.#listTransfers(form) : this.#transfer(form)
    if (method === 'POST' && path === '/v1/accounts') return this.#openAccount(form)
    const id = path === '/v1/account_links' ? (form.get('account') ?? '') : (path.split('/')[3] ?? '')
    const account = this.accounts.get(id)
    if (!account) return refusal(404, `No such account: '${id}'`, 'resource_missing')
    if (method === 'GET') return { status: 200, body: account }
    return { status: 200, body: { object: 'account_link', url: `${this.base}/setup/${id}`, created: 0, expires_at: 300 } }
  }

  #openAccount(form: URLSearchParams): Answer {
    const country = form.get('country') ?? 'US'
    if (country === 'KP') return refusal(400, `${country} is not currently supported by Stripe`, 'country_unsupported')
    const account = accountShape({ email: form.get('email'), country, metadata: membersOf(form, 'metadata') })
    this.accounts.set(account.id, account)
    return { status: 200, body: account }
  }

  #listTransfers(query: URLSearchParams): Answer {
    const data = this.transfers.filter(({ transfer_group: group }) => group === query.get('transfer_group'))
    return { status: 200, body: { object: 'list', url: '/v1/transfers', has_more: false, data } }
  }

  #listDisputes(query: URLSearchParams): Answer {
    const since = Number(query.get('created[gte]') ?? 0)
    const data = this.disputes.filter(({ created }) => created >= since).toReversed()
    return { status: 200, body: { object: 'list', url: '/v1/disputes', has_more: false, data } }
  }

  #transfer(form: URLSearchParams): Answer {
    const destination = this.accounts.get(form.get('destination') ?? '')
    if (!destination) return refusal(400, `No such destination: '${form.get('destination')}'`, 'resource_missing')
    if (destination.capabilities?.transfers !== 'active')
      return refusal(400, 'Your destination account needs the transfers capability.', 'insufficient_capabilities')
    const amount = Number(form.get('amount'))
    if (amount > this.fundsCents)
      return refusal(400, 'You have insufficient available funds in your Stripe account.', 'balance_insufficient')
    this.fundsCents -= amount
    const transfer = transferShape({
      amount,
      currency: form.get('currency') ?? '',
      destination: destination.id,
      transfer_group: form.get('transfer_group'),
      metadata: membersOf(form, 'metadata'),
    })
    this.transfers.push(transfer)
    return { status: 200, body: transfer }
  }

  #create(form: URLSearchParams): Answer {
    const amount = Number(form.get('amount'))
    if (!Number.isSafeInteger(amount) || amount < 50) return refusal(400, 'Amount must be at least $0.50', 'amount_too_small')
    if (form.has('payment_method_types')) return refusal(400, 'Received unknown parameter: payment_method_types', 'parameter_unknown')
    const intent = paymentIntentShape({
      amount,
      currency: form.get('currency') ?? '',
      allowed: [...form].flatMap(([key, value]) => (key.startsWith('allowed_payment_method_types[') ? [value] : [])),
      description: form.get('description'),
      metadata: membersOf(form, 'metadata'),
    })
    this.intents.set(intent.id, intent)
    return { status: 200, body: intent }
  }

  #update(intent: PaymentIntentShape, form: URLSearchParams): Answer {
    if (intent.status === 'succeeded' || intent.status === 'canceled') return unexpected(intent)
    if (form.has('amount')) intent.amount = Number(form.get('amount'))
    if (form.has('currency')) intent.currency = form.get('currency') ?? intent.currency
    return { status: 200, body: intent }
  }

  #cancel(intent: PaymentIntentShape): Answer {
    if (intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing') return unexpected(intent)
    intent.status = 'canceled'
    return { status: 200, body: intent }
  }

  #refund(form: URLSearchParams): Answer {
    const intent = this.intents.get(form.get('payment_intent') ?? '')
    if (intent?.status !== 'succeeded') return refusal(400, 'This payment has no charge that could be refunded.', 'charge_not_found')
    const back = this.refunds.filter(({ payment_intent: id, status }) => id === intent.id && status !== 'failed')
    const left = intent.amount - back.reduce((sum, { amount }) => sum + amount, 0)
    const amount = Number(form.get('amount') ?? left)
    if (this.disputes.some(({ payment_intent: id, status }) => id === intent.id && status !== 'won'))
      return refusal(400, 'The charge is disputed and cannot be refunded.', 'charge_disputed')
    if (left === 0) return refusal(400, 'The charge has already been refunded.', 'charge_already_refunded')
    if (amount > left) return refusal(400, `Refund amount is greater than unrefunded amount on charge.`, 'amount_too_large')
    const refund = refundShape(intent, { amount, status: this.refundStatus, metadata: membersOf(form, 'metadata') })
    this.refunds.push(refund)
    return { status: 200, body: refund }
  }
}
