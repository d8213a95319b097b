import type { Balance, Earnings } from '#contract/payouts/earnings.ts'
import { CURRENCIES, type Currency, toDecimal } from '#domain/money.ts'
import { availableCents, MIN_PAYOUT_CENTS, type PayoutStatus, waitingCents } from '#domain/payout.ts'
import { findAccount } from '#server/payouts/accounts/payout-account.ts'
import { presentAccount } from '#server/payouts/accounts/present-account.ts'
import { listFunds } from '#server/payouts/available-funds.ts'
import { holdOfSeller } from '#server/payouts/holds/hold-payouts.ts'
import { sumPayouts } from '#server/payouts/payout-list.ts'
import { type Db, inSnapshot } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found } from '#server/platform/http/refusal.ts'
import { readTimeZone } from '#server/platform/settings/setting-groups.ts'
import { findBusiness } from '#server/sellers/applications/business-record.ts'
import { presentSellerRates } from '#server/sellers/commission/commission-rates.ts'
import { listMonths, type MonthRow } from './earning-entries.ts'
import { earnedCents, monthOf } from './list-statements.ts'

type Sums = Pick<MonthRow, 'salesCents' | 'refundsCents' | 'commissionCents' | 'taxCents' | 'payoutCents' | 'netCents'>

const NOTHING: Sums = { salesCents: 0, refundsCents: 0, commissionCents: 0, taxCents: 0, payoutCents: 0, netCents: 0 }

function sumOf(months: readonly MonthRow[]): Sums {
  return months.reduce<Sums>(
    (sum, month) => ({
      salesCents: sum.salesCents + month.salesCents,
      refundsCents: sum.refundsCents + month.refundsCents,
      commissionCents: sum.commissionCents + month.commissionCents,
      taxCents: sum.taxCents + month.taxCents,
      payoutCents: sum.payoutCents + month.payoutCents,
      netCents: sum.netCents + month.netCents,
    }),
    NOTHING,
  )
}

const presentSums = (sums: Sums): Balance['ever'] => ({
  sales: toDecimal(sums.salesCents),
  refunds: toDecimal(sums.refundsCents),
  commission: toDecimal(sums.commissionCents),
  tax: toDecimal(sums.taxCents),
  net: toDecimal(earnedCents(sums)),
})

async function readAll(db: Db, businessId: string, now: Date): Promise<Balance[]> {
  const timeZone = await readTimeZone(db)
  const months = await listMonths(db, businessId, timeZone)
  const funds = await listFunds(db, now, businessId)
  const sums = await sumPayouts(db, businessId)
  const present = CURRENCIES.filter((currency) => funds.some((row) => row.currency === currency))
  const balanceIn = (currency: Currency): Balance => {
    const own = months.filter((month) => month.currency === currency)
    const row = funds.find((one) => one.currency === currency) ?? { balanceCents: 0, pendingCents: 0, disputedCents: 0 }
    const paid = (...statuses: PayoutStatus[]) =>
      toDecimal(sums.reduce((sum, one) => sum + (one.currency === currency && statuses.includes(one.status) ? one.cents : 0), 0))
    return {
      currency,
      balance: toDecimal(row.balanceCents),
      pending: toDecimal(waitingCents(row)),
      disputed: toDecimal(Math.max(0, row.disputedCents)),
      available: toDecimal(availableCents(row)),
      onTheWay: paid('draft', 'sent'),
      paidOut: paid('paid'),
      thisMonth: presentSums(sumOf(own.filter(({ month }) => month === monthOf(now, timeZone)))),
      ever: presentSums(sumOf(own)),
    }
  }
  return (present.length > 0 ? present : [CURRENCIES[0]]).map(balanceIn)
}

/** A seller's money: what each currency holds, what waits, what was paid, where it goes, and what the platform keeps. */
export async function readEarnings({ config, db, now }: Deps, businessId: string): Promise<Earnings> {
  return inSnapshot(db, async (tx) => ({
    balances: await readAll(tx, businessId, now()),
    minimum: toDecimal(MIN_PAYOUT_CENTS),
    account: presentAccount(await findAccount(tx, businessId), config.stripe !== null),
    hold: holdOfSeller(found(await findBusiness(tx, businessId)).business, now()),
    rates: await presentSellerRates(tx, businessId),
  }))
}
