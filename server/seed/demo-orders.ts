import type { PhoneOrderBody } from '#contract/checkout/phone-orders.ts'
import type { Currency } from '#domain/money.ts'
import { type PaymentPlan, PLAN_PRESETS } from '#domain/payment-plan.ts'
import type { ReturnReason, ReturnWish } from '#domain/return-request.ts'

/**
 * A return: requested, received and refunded so many days ago, or exchanged for a unit of another product; absent moments have not happened
 * yet.
 */
export interface DemoReturn {
  slug: string
  quantity: number
  reason: ReturnReason
  wish?: ReturnWish
  note: string
  asked: number
  received?: number
  refunded?: number
  exchanged?: { slug: string; daysAgo: number }
}

/** The address that the demo customer orders from in Germany, for a business whose VAT id counts. */
const GERMANY = {
  company: 'Demo Kartonhaus GmbH',
  address: 'Lindenstr. 5',
  city: 'Berlin',
  state: '',
  zipCode: '10115',
  country: 'DE',
  vatId: 'DE111111117',
  poNumber: 'PO 4711',
  buyerKind: 'business',
} as const

/** The address of a private person in France. */
const FRANCE = {
  firstName: 'Camille',
  company: '',
  address: '8 rue du Carton',
  city: 'Lyon',
  state: '',
  zipCode: '69002',
  country: 'FR',
  buyerKind: 'consumer',
} as const

/** The address of a business in Canada, where freight is by quote. */
const CANADA = {
  company: 'Maple Packaging Ltd.',
  address: '100 Queen Street West',
  city: 'Toronto',
  state: 'ON',
  zipCode: 'M5H 2N2',
  country: 'CA',
  buyerKind: 'business',
} as const

/** An order of the demo customer. Every moment is days before the start; absent ones have not happened yet. */
export interface DemoOrder {
  currency: Currency
  /** Fields that differ from the address of the demo customer in Chicago. */
  customer?: typeof GERMANY | typeof FRANCE | typeof CANADA
  /** Terms that staff agreed on; they placed it by phone. */
  agreed?: Pick<PhoneOrderBody, 'customLines' | 'freight' | 'discount' | 'reason'>
  /** Products by slug, with quantities: of the two demo sellers, of any in an order that is not sent. */
  lines: readonly (readonly [slug: string, quantity: number])[]
  placed: number
  /** Milestones in which it is paid. */
  plan?: PaymentPlan
  /** Part of the total that was paid so many days ago, in percent. */
  partly?: { percent: number; daysAgo: number }
  paid?: number
  /** Change of a line by staff so many days ago. */
  changed?: { slug: string; quantity: number; reason: string; daysAgo: number }
  /** Units that leave in a parcel of their own. */
  parcel?: { slug: string; quantity: number; daysAgo: number }
  /** Units that staff refund before they leave. */
  refunded?: { slug: string; quantity: number; reason: string; daysAgo: number }
  /** Cancellation, by the seller, of what is left after the parcel. */
  canceled?: { reason: string; daysAgo: number }
  /** The rest leaves. */
  shipped?: number
  delivered?: number
  returns?: readonly DemoReturn[]
  /** Day on which the cardholder disputed the payment, which makes it a card payment; not decided yet. */
  disputed?: number
}

/** Orders of the demo customer, from long paid out to placed this morning. */
export const DEMO_ORDERS: readonly DemoOrder[] = [
  {
    currency: 'USD',
    lines: [
      ['ecomat-1000', 1],
      ['service-tool-kit', 1],
      ['slit-mat-600x400-single', 20],
    ],
    placed: 62,
    paid: 61,
    shipped: 58,
    delivered: 54,
  },
  {
    currency: 'EUR',
    lines: [
      ['disc-set-ecomat-1000', 2],
      ['curled-chips-box', 12],
    ],
    placed: 41,
    paid: 40,
    shipped: 38,
    delivered: 34,
  },
  {
    currency: 'USD',
    lines: [['slit-mat-800x600-single', 12]],
    placed: 26,
    paid: 26,
    shipped: 24,
    delivered: 21,
    disputed: 3,
  },
  {
    currency: 'USD',
    lines: [
      ['feed-roller-430', 3],
      ['mat-roll-420x50-single', 4],
    ],
    placed: 17,
    paid: 16,
    shipped: 14,
    delivered: 11,
    returns: [
      {
        slug: 'mat-roll-420x50-single',
        quantity: 1,
        reason: 'unsuitable',
        wish: 'other',
        note: 'We fill boxes more than we wrap. Please send a box of chips instead.',
        asked: 10,
        received: 7,
        exchanged: { slug: 'curled-chips-box', daysAgo: 6.2 },
      },
      {
        slug: 'feed-roller-430',
        quantity: 1,
        reason: 'faulty',
        note: 'The bearing on one side runs rough.',
        asked: 9,
        received: 5,
        refunded: 4,
      },
      {
        slug: 'feed-roller-430',
        quantity: 1,
        reason: 'faulty',
        wish: 'same',
        note: 'This one squeaks, too. We still need two rollers.',
        asked: 3,
        received: 0.4,
      },
      { slug: 'mat-roll-420x50-single', quantity: 1, reason: 'unsuitable', note: 'One roll too many, still wrapped.', asked: 1 },
    ],
  },
  {
    currency: 'USD',
    lines: [['curled-chips-box', 5]],
    placed: 8,
    paid: 7.5,
    parcel: { slug: 'curled-chips-box', quantity: 3, daysAgo: 7 },
    canceled: { reason: 'The press is down for two weeks, as agreed on the phone.', daysAgo: 5.5 },
  },
  {
    currency: 'USD',
    lines: [
      ['curled-chips-bag', 6],
      ['drive-belt-ecomat-bench', 2],
    ],
    placed: 6,
    paid: 5,
    parcel: { slug: 'curled-chips-bag', quantity: 4, daysAgo: 3 },
    shipped: 2,
  },
  {
    currency: 'USD',
    customer: CANADA,
    lines: [['ecomat-1000', 1]],
    agreed: {
      customLines: [{ text: 'Installation and one day of training', kind: 'service', quantity: 1, price: 2400, taxClass: 'standard' }],
      freight: { amount: 1850, text: 'Truck freight to Toronto, unloading by the buyer' },
      discount: 300,
      reason: 'Quoted at the trade fair: 300 off, freight as agreed with the carrier.',
    },
    placed: 4.5,
    paid: 3.5,
  },
  {
    currency: 'USD',
    lines: [['drive-belt-ecomat-bench', 4]],
    placed: 2.6,
    paid: 2.2,
    refunded: { slug: 'drive-belt-ecomat-bench', quantity: 1, reason: 'Three belts are enough for now.', daysAgo: 1.6 },
  },
  {
    currency: 'USD',
    lines: [
      ['photocell-infeed', 2],
      ['slit-mat-800x600-single', 5],
    ],
    placed: 2,
    paid: 1,
    changed: { slug: 'photocell-infeed', quantity: 1, reason: 'One photocell is enough, as agreed on the phone.', daysAgo: 0.7 },
    parcel: { slug: 'slit-mat-800x600-single', quantity: 3, daysAgo: 0.6 },
  },
  { currency: 'EUR', customer: GERMANY, lines: [['curled-chips-box', 2]], placed: 1.2, paid: 1 },
  // private persons buy from checked sellers only, and Lindhorst is none
  { currency: 'EUR', customer: FRANCE, lines: [['chipmaster-mini', 1]], placed: 1.1, paid: 0.9 },
  { currency: 'EUR', customer: GERMANY, lines: [['lindhorst-pm-420', 1]], placed: 0.8, paid: 0.5 },
  {
    currency: 'USD',
    lines: [['lindhorst-pm-420', 1]],
    plan: PLAN_PRESETS.retention.of(30),
    placed: 3.2,
    partly: { percent: 30, daysAgo: 1.4 },
  },
  { currency: 'USD', lines: [['slit-mat-900x620-double', 20]], placed: 3.1, partly: { percent: 40, daysAgo: 1.3 } },
  { currency: 'USD', lines: [['slit-mat-900x620-double', 8]], placed: 0.2 },
]
