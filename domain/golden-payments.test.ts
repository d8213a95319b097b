import { expect, test } from 'vitest'
import { GOLDEN_PAYMENTS, type MoneyStep } from '#server/testing/golden-payments.ts'
import { NO_UNITS, paymentShares, refundShares } from './commission.ts'
import { applyReceived, splitTransfer } from './part-payment.ts'
import { milestoneStates } from './payment-plan.ts'
import { spreadByLeft } from './refund-amount.ts'

/* The golden examples of money in parts by the rules alone. */

/** Money of a seller's part of an order: what was paid of it and refunded, with the tax and commission in both; cents. */
function openPart(netCents: number, isTaxed: boolean) {
  const taxCents = isTaxed ? Math.round(netCents * 0.19) : 0
  const none = () => ({ amountCents: 0, taxCents: 0, commissionCents: 0 })
  const commissionCents = Math.round(netCents / 10)
  return { totalCents: netCents + taxCents, taxCents, commissionCents, paid: none(), back: none(), balance: 0 }
}

function openOrder(nets: readonly number[], isTaxed: boolean) {
  const parts = nets.map((net) => openPart(net, isTaxed))
  const totalCents = parts.reduce((sum, part) => sum + part.totalCents, 0)
  const order = { parts, totalCents, paid: 0, refunded: 0, kept: 0, isCanceled: false }
  const pay = (receivedCents: number) => {
    const used = applyReceived({ receivedCents, openCents: totalCents - order.paid, creditCents: 0 })
    const shares = spreadByLeft(
      used.bookedCents,
      parts.map((part) => part.totalCents - part.paid.amountCents),
    )
    parts.forEach((part, index) => {
      const amountCents = shares[index] ?? 0
      const { seller, commission, tax } = paymentShares(part, { beforeCents: part.paid.amountCents, amountCents })
      part.balance += seller
      part.paid.amountCents += amountCents
      part.paid.taxCents += tax
      part.paid.commissionCents += commission
    })
    order.paid += used.bookedCents
    order.kept += used.keptCents
  }
  const refund = (cents: number) => {
    const shares = spreadByLeft(
      cents,
      parts.map(({ paid, back }) => paid.amountCents - back.amountCents),
    )
    parts.forEach((part, index) => {
      const amountCents = shares[index] ?? 0
      if (amountCents === 0) return
      const { back, paid } = part
      const before = {
        amountCents: back.amountCents,
        units: NO_UNITS,
        postedTaxCents: back.taxCents,
        postedCommissionCents: back.commissionCents,
      }
      const isWhole = paid.amountCents === part.totalCents
      const { seller, commission, tax } = refundShares(part, { before, amountCents, units: NO_UNITS, ...(!isWhole && { paid }) })
      part.balance -= seller
      back.amountCents += amountCents
      back.taxCents += tax
      back.commissionCents += commission
    })
    order.refunded += cents
  }
  return { order, pay, refund, due: () => (order.isCanceled ? 0 : totalCents - order.paid) }
}

type Opened = ReturnType<typeof openOrder>

function apply(orders: readonly Opened[], step: MoneyStep) {
  if (step.kind === 'transfer') {
    const due = orders.map((one, index) => ({ orderId: String(index), dueCents: one.due() }))
    splitTransfer(step.cents, due).forEach(({ amountCents }, index) => {
      if (amountCents > 0) orders[index]?.pay(amountCents)
    })
    return
  }
  const one = orders[step.at ?? 0] ?? expect.fail('no such order')
  if (step.kind === 'pay') one.pay(step.cents)
  else if (step.kind === 'refund') one.refund(step.cents)
  else if (step.kind === 'refundKept') one.order.kept = 0
  else {
    one.refund(one.order.paid - one.order.refunded)
    one.order.isCanceled = true
  }
}

function statusOf({ order, due }: Opened) {
  if (order.paid === 0) return 'unpaid'
  if (due() > 0) return 'partially_paid'
  if (order.refunded === 0) return 'paid'
  return order.refunded === order.paid ? 'refunded' : 'partially_refunded'
}

test.each(GOLDEN_PAYMENTS)('$name', ({ orders: nets, isTaxed = false, plan, steps, after }) => {
  const orders = nets.map((prices) => openOrder(prices, isTaxed))
  for (const step of steps) apply(orders, step)
  after.forEach(({ status, paid, due, refunded = 0, kept = 0, open, sellers }, index) => {
    const one = orders[index] ?? expect.fail('no such order')
    const { order } = one
    const balances = order.parts.map(({ balance }) => balance)
    expect([statusOf(one), order.paid, one.due(), order.refunded, order.kept, balances]).toEqual([
      status,
      paid,
      due,
      refunded,
      kept,
      sellers,
    ])
    if (!open) return
    const states = milestoneStates(plan ?? [], {
      totalCents: order.totalCents,
      paidCents: paid,
      placedAt: new Date(0),
      dispatchedAt: null,
      deliveredAt: null,
    })
    expect(states.map(({ openCents }) => openCents)).toEqual(open)
  })
})
