import type Stripe from 'stripe'
import type { Currency } from '#domain/money.ts'
import { isUuid } from '#domain/text.ts'

/** A seller's account at the provider. */
export interface ConnectedAccount {
  id: string
  /** Money can be sent to it, and leaves it for the seller's bank. */
  isReady: boolean
  /**
   * `details`: the seller has to tell the provider more; `review`: the provider is still checking; `closed`: it is there no more; null
   * where it is ready.
   */
  missing: 'details' | 'review' | 'closed' | null
}

/** Money to be sent to a seller's account, in cents. */
export interface TransferAsk {
  payoutId: string
  amountCents: number
  currency: Currency
  destination: string
}

/** Money that was sent to a seller's account, in cents. */
export interface SentTransfer {
  id: string
  amountCents: number
  /** Part of it that came back. */
  reversedCents: number
  /** The payout of ours that it is; null where it was made at the provider. */
  payoutId: string | null
}

/** Calls of the shop to the provider that pays its sellers. */
export interface PayoutProvider {
  createConnectedAccount: (ask: { businessId: string; email: string; country: string | null }, key: string) => Promise<ConnectedAccount>
  /** The address where a seller gives the provider what it needs; it works once and for minutes. */
  createAccountLink: (accountId: string, backTo: string) => Promise<string>
  retrieveConnectedAccount: (accountId: string) => Promise<ConnectedAccount>
  createTransfer: (ask: TransferAsk, key: string) => Promise<SentTransfer>
  /** The transfer that was made for a payout; null where there is none. */
  findTransfer: (payoutId: string) => Promise<SentTransfer | null>
}

/** A transfer as the shop reads it. */
export function toTransfer({ id, amount, amount_reversed: reversedCents, metadata }: Stripe.Transfer): SentTransfer {
  const payoutId = metadata?.payout_id ?? ''
  return { id, amountCents: amount, reversedCents, payoutId: isUuid(payoutId) ? payoutId : null }
}

function toAccount(account: Stripe.Account): ConnectedAccount {
  const { id, details_submitted: isSubmitted, payouts_enabled: canPayOut, capabilities, requirements } = account
  const isReady = isSubmitted && canPayOut && capabilities?.transfers === 'active'
  const needsMore = !isSubmitted || (requirements?.currently_due?.length ?? 0) > 0
  return { id, isReady, missing: isReady ? null : needsMore ? 'details' : 'review' }
}

/** The part of the provider that pays sellers; `open` gives its client, `asked` makes its failures the shop's own. */
export function openConnect(
  open: () => Promise<Stripe>,
  asked: <Answer>(request: () => Promise<Answer>) => Promise<Answer>,
): PayoutProvider {
  return {
    createConnectedAccount: ({ businessId, email, country }, key) =>
      asked(async () =>
        toAccount(
          await (await open()).accounts.create(
            {
              type: 'express',
              email,
              ...(country && { country }),
              metadata: { business_id: businessId },
              capabilities: { transfers: { requested: true } },
            },
            { idempotencyKey: key },
          ),
        ),
      ),
    createAccountLink: (account, backTo) =>
      asked(
        async () =>
          (await (await open()).accountLinks.create({ account, type: 'account_onboarding', refresh_url: backTo, return_url: backTo })).url,
      ),
    retrieveConnectedAccount: (id) => asked(async () => toAccount(await (await open()).accounts.retrieve(id))),
    createTransfer: ({ payoutId, amountCents, currency, destination }, key) =>
      asked(async () =>
        toTransfer(
          await (await open()).transfers.create(
            {
              amount: amountCents,
              currency: currency.toLowerCase(),
              destination,
              transfer_group: payoutId,
              metadata: { payout_id: payoutId },
            },
            { idempotencyKey: key },
          ),
        ),
      ),
    findTransfer: (payoutId) =>
      asked(async () => {
        const { data } = await (await open()).transfers.list({ transfer_group: payoutId, limit: 10 })
        return data.map(toTransfer).find((transfer) => transfer.payoutId === payoutId) ?? null
      }),
  }
}
