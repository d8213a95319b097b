import type { PayoutAccount, PayoutAccountBody } from '#contract/earnings.ts'
import type { FieldError } from '#contract/errors.ts'
import { bareNumber, isAccountNumber, isIban, isRoutingNumber } from '#domain/bank-account.ts'
import { type Asker, confirmPassword } from '#server/account/confirm-password.ts'
import { type BusinessRow, lockBusiness } from '#server/applications/repository.ts'
import { recordAudit } from '#server/audit/repository.ts'
import { type Db, inTransaction } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { found, refuse } from '#server/http/refusal.ts'
import { queueMail } from '#server/mail/repository.ts'
import { notify } from '#server/notifications/repository.ts'
import { presentAccount } from './present-account.ts'
import { findAccount, type PayoutAccountRow, storeAccount } from './repository.ts'

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
  need(iban === null || isIban(iban), 'iban', 'This is not a valid IBAN. Please check it for a slip')
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
 * Sets where the caller's business is paid, after the password; the audit log and the mail name no number in full.
 * Refuses `wrong_password`, `business_suspended`, numbers that cannot be (each at its field), and `edit_conflict` with the `current` account.
 */
export async function saveAccount(deps: Deps, asker: Asker, body: PayoutAccountBody): Promise<PayoutAccount> {
  const { actor, requestId } = asker
  if (actor.businessStatus === 'suspended') refuse('business_suspended')
  const confirmed = await confirmPassword(deps, asker, body.currentPassword)
  const at = deps.now()
  return inTransaction(deps.db, async (tx) => {
    await confirmed(tx)
    const business = found(await lockBusiness(tx, found(actor.businessId)))
    const stored = await findAccount(tx, business.id)
    const current = presentAccount(stored)
    if (body.version !== undefined && body.version !== current.version) refuse('edit_conflict', { extra: { current } })
    const numbers = numbersOf(body, stored)
    checkNumbers(numbers)
    const changed = NAMES.filter((name) => numbers[name] !== (stored?.[name] ?? NONE[name]))
    if (changed.length === 0) return current
    const row = { stripeAccountId: null, ...stored, ...numbers, businessId: business.id, updatedAt: at, version: current.version + 1 }
    await storeAccount(tx, row)
    const saved = presentAccount(row)
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
    await tell(tx, business, actor.name, saved, at)
    return saved
  })
}

/** Tells the firm's mailbox and everybody of the firm: whoever got in with a stolen password does not go unnoticed. */
async function tell(tx: Db, { id, email, name }: BusinessRow, by: string, account: PayoutAccount, at: Date): Promise<void> {
  const dedupeKey = `payout-account-changed:${id}:${account.version}`
  const facts = { name, by, holder: account.holder, iban: account.iban, account: account.accountNumber }
  await queueMail(tx, { dedupeKey, template: 'payout-account-changed', to: email, facts, at })
  await notify(tx, {
    audience: { businessId: id },
    kind: 'payout-account-changed',
    title: 'Your payout account was changed',
    text: `By ${by}. If this was not one of you, contact us at once.`,
    path: '/business/earnings',
    dedupeKey,
    at,
  })
}
