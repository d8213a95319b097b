import type { FieldError } from '#contract/errors.ts'
import type { PayoutAccount, PayoutAccountBody } from '#contract/payouts/earnings.ts'
import { bareNumber, isAccountNumber, isIban, isRoutingNumber } from '#domain/bank-account.ts'
import { confirmPassword, type Reauthentication } from '#server/identity/auth/confirm-password.ts'
import { holdPayouts } from '#server/payouts/holds/hold-payouts.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { found, refuse, refuseStale } from '#server/platform/http/refusal.ts'
import { lockBusiness } from '#server/sellers/applications/business-record.ts'
import { findAccount, type PayoutAccountRow, storeAccount } from './payout-account.ts'
import { presentAccount } from './present-account.ts'

const NAMES = ['holder', 'iban', 'routingNumber', 'accountNumber'] as const

type Numbers = Pick<PayoutAccountRow, (typeof NAMES)[number]>

const NONE: Numbers = { holder: '', iban: null, routingNumber: null, accountNumber: null }

/** A number as the form leaves it: absent keeps what is stored, empty removes it. */
const merged = (typed: string | undefined, stored: string | null) => (typed === undefined ? stored : bareNumber(typed) || null)

function numbersOf(body: PayoutAccountBody, stored: PayoutAccountRow | null): Numbers {
  return {
    holder: body.holder,
    iban: merged(body.iban, stored?.iban ?? null),
    routingNumber: merged(body.routingNumber, stored?.routingNumber ?? null),
    accountNumber: merged(body.accountNumber, stored?.accountNumber ?? null),
  }
}

function checkNumbers({ iban, routingNumber, accountNumber }: Numbers): void {
  const errors: FieldError[] = []
  const need = (isGood: boolean, field: string, message: string) => isGood || errors.push({ field, message })
  need(iban === null || isIban(iban), 'iban', 'This is not a valid IBAN. Please check it for typos')
  need(
    routingNumber === null || isRoutingNumber(routingNumber),
    'routingNumber',
    'This is not a valid routing number: nine digits with a check digit',
  )
  need(accountNumber === null || isAccountNumber(accountNumber), 'accountNumber', 'An account number has 4 to 17 digits')
  need(accountNumber === null || routingNumber !== null, 'routingNumber', 'Please enter the routing number of this account')
  need(routingNumber === null || accountNumber !== null, 'accountNumber', 'Please enter the account number at this bank')
  need(iban !== null || routingNumber !== null || accountNumber !== null, 'iban', 'Please enter an IBAN or an account in the United States')
  if (errors.length > 0) refuse('invalid_input', { errors })
}

/**
 * Sets where the caller's business is paid, after the password; a change puts its payouts on hold. The audit log and the mail name no
 * number in full. Refuses `wrong_password`, numbers that cannot be (each at its field), and `edit_conflict` with the `current` account.
 */
export async function saveAccount(deps: Deps, reauthentication: Reauthentication, body: PayoutAccountBody): Promise<PayoutAccount> {
  const { actor, requestId } = reauthentication
  const confirmed = await confirmPassword(deps, reauthentication, body.currentPassword)
  const offersStripe = deps.config.stripe !== null
  return inTransaction(deps.db, async (tx) => {
    await confirmed(tx)
    const business = found(await lockBusiness(tx, found(actor.businessId)))
    const at = deps.now() // after the lock: payouts wait 72 hours from the change itself
    const stored = await findAccount(tx, business.id)
    const current = presentAccount(stored, offersStripe)
    if (body.version !== undefined && body.version !== current.version) refuseStale(['business', business.id], current)
    const numbers = numbersOf(body, stored)
    checkNumbers(numbers)
    const changed = NAMES.filter((name) => numbers[name] !== (stored?.[name] ?? NONE[name]))
    if (changed.length === 0) return current
    await storeAccount(tx, { ...numbers, businessId: business.id, updatedAt: at, version: current.version + 1 })
    const saved = presentAccount(await findAccount(tx, business.id), offersStripe)
    const pick = (account: PayoutAccount) => Object.fromEntries(changed.map((name) => [name, account[name]]))
    await recordAudit(tx, {
      actor,
      action: 'payout_account.change',
      targetType: 'business',
      targetId: business.id,
      before: pick(current),
      after: { ...pick(saved), changed },
      requestId,
    })
    await holdPayouts(tx, business, { reason: 'account_changed', actor, account: saved, at, requestId })
    return saved
  })
}
