import { isOpenDispute } from '#domain/dispute.ts'
import { changeProblem } from '#domain/order-change.ts'
import type { listOrderWithdrawals } from './buyer-rights.ts'
import type { OrderMoney } from './order-payments.ts'
import type { OrderRecord } from './order-record.ts'
import { calculationsOf, readTotalsInput } from './store-pricing.ts'

/** Facts beside an order's record that decide whether its lines can be changed. */
interface ChangeFacts {
  money: Pick<OrderMoney, 'gone' | 'dispute' | 'isInvoiced'>
  withdrawals: readonly Pick<Awaited<ReturnType<typeof listOrderWithdrawals>>[number], 'status'>[]
}

/** Returns why the lines of an order cannot be changed, as a sentence; null: they can. */
export function changeProblemOf({ order, parts, lines }: OrderRecord, { money, withdrawals }: ChangeFacts): string | null {
  const isByPlan = (order.paymentPlan?.length ?? 0) > 1
  return changeProblem({
    order,
    parts,
    hasReturns:
      money.gone.size > 0 ||
      lines.some(({ taxReturnedCents }) => taxReturnedCents !== null) ||
      withdrawals.some(({ status }) => status !== 'refused'),
    isDisputed: money.dispute !== null && isOpenDispute(money.dispute.status),
    isFixed: readTotalsInput(order.pricing) === null || calculationsOf(order.pricing).length > 0,
    isInvoicedInParts: isByPlan && (order.paidCents > 0 || money.isInvoiced),
  })
}
