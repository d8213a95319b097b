import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'

/*
 * Objects of the provider with every field that its API has in the version below. The types are those of the library: one with another
 * version does not compile until the version here, and what changed in its objects, has been looked at.
 */

export const API_VERSION: Stripe.LatestApiVersion = '2026-10-28.endive'

export const newId = (prefix: string) => `${prefix}_${randomBytes(8).toString('hex')}`
export const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000)

export type PaymentIntentShape = Stripe.PaymentIntent & { client_secret: string; latest_charge: string | null }
export type RefundShape = Stripe.Refund & { payment_intent: string; metadata: Stripe.Metadata }
export type AccountShape = Stripe.Account & { requirements: Stripe.Account.Requirements }
export type TransferShape = Stripe.Transfer & { destination: string }
export type DisputeShape = Stripe.Dispute & { payment_intent: string }

export function paymentIntentShape(
  given: Pick<PaymentIntentShape, 'amount' | 'currency' | 'metadata' | 'description'> & {
    allowed: Stripe.PaymentIntent.AllowedPaymentMethodType[]
  },
): PaymentIntentShape {
  const { allowed, ...own } = given
  const id = newId('pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: allowed,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomBytes(6).toString('hex')}`,
    confirmation_method: 'automatic',
    created: secondsOf(new Date()),
    customer: null,
    customer_account: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: allowed,
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
    ...own,
  }
}

export function chargeShape(intent: PaymentIntentShape, refunded: number): Stripe.Charge & { payment_intent: string } {
  const nobody = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }
  return {
    id: intent.latest_charge ?? newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: refunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: newId('txn'),
    billing_details: { address: nobody, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: 'SHOP',
    captured: true,
    created: intent.created,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: intent.id,
    payment_method: newId('pm'),
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: refunded >= intent.amount,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
}

export function refundShape(intent: PaymentIntentShape, given: Pick<RefundShape, 'amount' | 'metadata' | 'status'>): RefundShape {
  return {
    id: newId('re'),
    object: 'refund',
    balance_transaction: newId('txn'),
    charge: intent.latest_charge,
    created: secondsOf(new Date()),
    currency: intent.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    payment_intent: intent.id,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    transfer_reversal: null,
    ...given,
  }
}

/** A movement of money for a dispute. */
export function movementShape(amount: number, fee: number, currency: string, at: Date): Stripe.BalanceTransaction {
  return {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: secondsOf(at),
    balance_type: 'payments',
    created: secondsOf(at),
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details: [{ amount: fee, application: null, currency, description: 'Dispute fee', type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
    source: null,
    status: 'available',
    type: 'adjustment',
  }
}

export function disputeShape(
  given: Pick<DisputeShape, 'amount' | 'currency' | 'charge' | 'payment_intent' | 'created' | 'reason' | 'balance_transactions'>,
  answerBy: number,
): DisputeShape {
  return {
    id: newId('dp'),
    object: 'dispute',
    enhanced_eligibility_types: [],
    evidence: EVIDENCE,
    evidence_details: {
      due_by: answerBy,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    status: 'needs_response',
    ...given,
  }
}

/** Evidence of a dispute, with nothing submitted yet. */
const EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  appeal: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

/** Express account of a seller who has submitted nothing yet. */
export function accountShape(given: { email: string | null; country: string; metadata: Stripe.Metadata }): AccountShape {
  const none = { alternatives: [], current_deadline: null, disabled_reason: null, errors: [], past_due: [], pending_verification: [] }
  return {
    id: newId('acct'),
    object: 'account',
    business_profile: null,
    business_type: null,
    capabilities: { transfers: 'inactive' },
    charges_enabled: false,
    created: secondsOf(new Date()),
    default_currency: 'usd',
    details_submitted: false,
    external_accounts: { object: 'list', data: [], has_more: false, url: '' },
    future_requirements: { ...none, currently_due: [], eventually_due: [] },
    payouts_enabled: false,
    requirements: { ...none, currently_due: ['external_account'], eventually_due: ['external_account'] },
    settings: null,
    tos_acceptance: {},
    type: 'express',
    ...given,
  }
}

export function transferShape(
  given: Pick<TransferShape, 'amount' | 'currency' | 'destination' | 'transfer_group' | 'metadata'>,
): TransferShape {
  return {
    id: newId('tr'),
    object: 'transfer',
    amount_reversed: 0,
    balance_transaction: newId('txn'),
    created: secondsOf(new Date()),
    description: null,
    destination_payment: newId('py'),
    livemode: false,
    reversals: { object: 'list', data: [], has_more: false, url: '' },
    reversed: false,
    source_transaction: null,
    source_type: 'card',
    ...given,
  }
}

export function endpointShape(given: Pick<Stripe.WebhookEndpoint, 'url' | 'status' | 'enabled_events'>): Stripe.WebhookEndpoint {
  return {
    id: newId('we'),
    object: 'webhook_endpoint',
    api_version: API_VERSION,
    application: null,
    created: secondsOf(new Date()),
    description: null,
    livemode: false,
    metadata: {},
    ...given,
  }
}

/** The envelope of a message about an object. */
export function eventShape(given: { id: string; type: string; created: number; livemode: boolean; object: object }) {
  const { object, ...own } = given
  return {
    object: 'event' as const,
    api_version: API_VERSION,
    data: { object },
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    ...own,
  } satisfies Omit<Stripe.EventBase, 'type' | 'data'> & { data: object }
}

/** One tax of a line or of the shipping. */
export function breakdownShape(
  country: string,
  given: { amount: number; taxable: number; percent: number; reason: Stripe.Tax.CalculationLineItem.TaxBreakdown.TaxabilityReason },
): Stripe.Tax.CalculationLineItem.TaxBreakdown {
  return {
    amount: given.amount,
    jurisdiction: { country, display_name: country, level: 'country', state: null },
    sourcing: 'destination',
    tax_rate_details: { display_name: 'Tax', percentage_decimal: String(given.percent), tax_type: country === 'US' ? 'sales_tax' : 'vat' },
    taxability_reason: given.reason,
    taxable_amount: given.taxable,
  }
}
