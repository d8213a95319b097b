import { type PaymentPlan, PLAN_PRESETS } from '#domain/payment-plan.ts'

/*
 * Golden examples of money in parts: what happens to orders, and what they then have. `domain/golden-payments.test.ts` calculates each by
 * the rules alone; `server/fulfillment/corrections/golden-payments.test.ts` stores each through the calls of staff and buyers.
 */

/** Something that happens to the order `at` (0: the first): amounts in cents. */
export type MoneyStep =
  | { kind: 'pay'; at?: number; cents: number }
  | { kind: 'refund'; at?: number; cents: number }
  | { kind: 'refundKept'; at?: number }
  | { kind: 'cancel'; at?: number }
  /** One transfer that names all orders. */
  | { kind: 'transfer'; cents: number }

/** Money of an order after all steps, in cents. */
interface MoneyAfter {
  status: 'unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded'
  paid: number
  due: number
  refunded?: number
  kept?: number
  /** Open amount of each milestone. */
  open?: readonly number[]
  /** Balance of each seller, after commission of a tenth of the net price. */
  sellers: readonly number[]
}

/** Orders, each as the net price of one service of each seller in cents; `taxed`: with 19 percent. */
export interface GoldenPayment {
  name: string
  orders: readonly (readonly number[])[]
  isTaxed?: boolean
  plan?: PaymentPlan
  steps: readonly MoneyStep[]
  after: readonly MoneyAfter[]
}

const pay = (cents: number, at = 0): MoneyStep => ({ kind: 'pay', cents, at })
const refund = (cents: number): MoneyStep => ({ kind: 'refund', cents })
const cancel: MoneyStep = { kind: 'cancel' }
const transfer = (cents: number): MoneyStep => ({ kind: 'transfer', cents })
const parts = PLAN_PRESETS.retention.of(30)
const deposit = PLAN_PRESETS.deposit.of()

const unpaid = (due: number, open: readonly number[]) => ({ status: 'unpaid' as const, paid: 0, due, open, sellers: [0] })
const inPart = (paid: number, due: number, sellers: readonly number[]) => ({ status: 'partially_paid' as const, paid, due, sellers })
const paid = (cents: number, sellers: readonly number[]) => ({ status: 'paid' as const, paid: cents, due: 0, sellers })

export const GOLDEN_PAYMENTS: readonly GoldenPayment[] = [
  { name: 'all at once', orders: [[1000_00]], steps: [pay(1000_00)], after: [paid(1000_00, [900_00])] },
  { name: 'a part', orders: [[1000_00]], steps: [pay(300_00)], after: [inPart(300_00, 700_00, [270_00])] },
  { name: 'all but a cent', orders: [[1000_00]], steps: [pay(999_99)], after: [inPart(999_99, 1, [899_99])] },
  { name: 'a single cent', orders: [[1000_00]], steps: [pay(1)], after: [inPart(1, 999_99, [1])] },
  {
    name: 'three parts, the last of a cent',
    orders: [[100_01]],
    steps: [pay(50_00), pay(50_00), pay(1)],
    after: [paid(100_01, [90_01])],
  },
  {
    name: 'too much, which is kept',
    orders: [[1000_00]],
    steps: [pay(1050_00)],
    after: [{ ...paid(1000_00, [900_00]), kept: 50_00 }],
  },
  {
    name: 'too much with the second part, which is refunded',
    orders: [[1000_00]],
    steps: [pay(600_00), pay(500_00), { kind: 'refundKept' }],
    after: [paid(1000_00, [900_00])],
  },
  {
    name: '30, 60 and 10 percent of an even amount',
    orders: [[1000_00]],
    plan: parts,
    steps: [],
    after: [unpaid(1000_00, [300_00, 600_00, 100_00])],
  },
  {
    name: '30, 60 and 10 percent with a cent more',
    orders: [[1000_01]],
    plan: parts,
    steps: [],
    after: [unpaid(1000_01, [300_00, 600_01, 100_00])],
  },
  {
    name: '30, 60 and 10 percent with two cents more',
    orders: [[1000_02]],
    plan: parts,
    steps: [],
    after: [unpaid(1000_02, [300_01, 600_01, 100_00])],
  },
  {
    name: '30, 60 and 10 percent with five cents more',
    orders: [[1000_05]],
    plan: parts,
    steps: [],
    after: [unpaid(1000_05, [300_02, 600_03, 100_00])],
  },
  {
    name: '30, 60 and 10 percent of a machine',
    orders: [[39_000_99]],
    plan: parts,
    steps: [],
    after: [unpaid(39_000_99, [11_700_30, 23_400_59, 3_900_10])],
  },
  { name: '30 and 70 percent with a cent more', orders: [[1000_01]], plan: deposit, steps: [], after: [unpaid(1000_01, [300_00, 700_01])] },
  {
    name: 'a deposit that is a cent short',
    orders: [[1000_00]],
    plan: parts,
    steps: [pay(299_99)],
    after: [{ ...inPart(299_99, 700_01, [269_99]), open: [1, 600_00, 100_00] }],
  },
  {
    name: 'more than the deposit, which pays of the next part',
    orders: [[1000_00]],
    plan: parts,
    steps: [pay(350_00)],
    after: [{ ...inPart(350_00, 650_00, [315_00]), open: [0, 550_00, 100_00] }],
  },
  {
    name: 'all three parts of 100.01 with tax',
    orders: [[84_04]],
    isTaxed: true,
    plan: parts,
    steps: [pay(30_00), pay(60_01), pay(10_00)],
    after: [{ ...paid(100_01, [75_64]), open: [0, 0, 0] }],
  },
  {
    name: 'two of three parts with tax',
    orders: [[1000_00]],
    isTaxed: true,
    plan: parts,
    steps: [pay(357_00), pay(714_00)],
    after: [{ ...inPart(1071_00, 119_00, [810_00]), open: [0, 0, 119_00] }],
  },
  {
    name: 'a refund after two parts',
    orders: [[1000_00]],
    plan: parts,
    steps: [pay(300_00), pay(600_00), refund(600_00)],
    after: [{ ...inPart(900_00, 100_00, [270_00]), refunded: 600_00, open: [0, 0, 100_00] }],
  },
  {
    name: 'a refund of a few cents after two parts',
    orders: [[1000_01]],
    plan: parts,
    steps: [pay(300_00), pay(600_01), refund(40_03)],
    after: [{ ...inPart(900_01, 100_00, [773_98]), refunded: 40_03, open: [0, 0, 100_00] }],
  },
  {
    name: 'a refund of all that was paid in three parts',
    orders: [[1000_00]],
    isTaxed: true,
    plan: parts,
    steps: [pay(357_00), pay(714_00), pay(119_00), refund(1190_00)],
    after: [{ status: 'refunded', paid: 1190_00, due: 0, refunded: 1190_00, sellers: [0] }],
  },
  {
    name: 'a cancellation before work with the deposit paid',
    orders: [[1000_00]],
    plan: parts,
    steps: [pay(300_00), cancel],
    after: [{ status: 'refunded', paid: 300_00, due: 0, refunded: 300_00, sellers: [0] }],
  },
  {
    name: 'a cancellation with an odd deposit of two sellers',
    orders: [[200_00, 100_00]],
    isTaxed: true,
    steps: [pay(100_01), cancel],
    after: [{ status: 'refunded', paid: 100_01, due: 0, refunded: 100_01, sellers: [0, 0] }],
  },
  {
    name: 'an odd part of two sellers, by what is left of each',
    orders: [[200_00, 100_00]],
    steps: [pay(100_01)],
    after: [inPart(100_01, 199_99, [60_00, 30_01])],
  },
  {
    name: 'an odd part of two sellers, and the rest',
    orders: [[200_00, 100_00]],
    steps: [pay(100_01), pay(199_99)],
    after: [paid(300_00, [180_00, 90_00])],
  },
  { name: 'one cent of three sellers', orders: [[1_00, 1_00, 1_00]], steps: [pay(1)], after: [inPart(1, 2_99, [1, 0, 0])] },
  {
    name: 'one transfer for exactly two orders',
    orders: [[200_00], [500_00]],
    steps: [transfer(700_00)],
    after: [paid(200_00, [180_00]), paid(500_00, [450_00])],
  },
  {
    name: 'one transfer for less than two orders',
    orders: [[200_00], [500_00]],
    steps: [transfer(600_00)],
    after: [paid(200_00, [180_00]), inPart(400_00, 100_00, [360_00])],
  },
  {
    name: 'one transfer for less than the first of two orders',
    orders: [[200_00], [500_00]],
    steps: [transfer(150_00)],
    after: [inPart(150_00, 50_00, [135_00]), { status: 'unpaid', paid: 0, due: 500_00, sellers: [0] }],
  },
  {
    name: 'one transfer for more than two orders, the rest kept with the last',
    orders: [[200_00], [500_00]],
    steps: [transfer(750_00)],
    after: [paid(200_00, [180_00]), { ...paid(500_00, [450_00]), kept: 50_00 }],
  },
  {
    name: 'one transfer for the rest of one order and all of another',
    orders: [[200_00], [500_00]],
    steps: [pay(50_00), transfer(650_00)],
    after: [paid(200_00, [180_00]), paid(500_00, [450_00])],
  },
]
