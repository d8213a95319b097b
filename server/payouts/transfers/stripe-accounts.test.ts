import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditEntries, businesses, outbox } from '#server/platform/db/schema.ts'
import { outcomeOf, refusalOf } from '#server/testing/buyers.ts'
import { endHold, giveAccount } from '#server/testing/earners.ts'
import { accountRow, ann, askBody, boss, connect, openPayoutShop, ownId, prepareOne, seller, shop } from '#server/testing/stripe-payouts.ts'

openPayoutShop()

describe('the account of a seller', () => {
  test('D290 a seller connects Stripe after the password; Stripe says when it is ready; the business is notified and the log keeps it', async () => {
    expect(await seller.earnings.readStripe()).toEqual({ stripe: null })
    expect(await refusalOf(seller.earnings.connectStripe({ body: { currentPassword: 'wrong-password-1' } }))).toMatchObject({
      code: 'wrong_password',
    })
    expect(shop.provider.accounts.size).toBe(0)
    await shop.deps.db.update(businesses).set({ country: 'Germany' }).where(eq(businesses.id, ownId))
    const { url } = await seller.earnings.connectStripe({ body: askBody })
    const [account] = shop.provider.accounts.values()
    expect(url).toContain(account?.id)
    expect(account).toMatchObject({ country: 'DE', metadata: { business_id: ownId } })
    expect(shop.provider.requests.at(-1)?.form.get('return_url')).toBe(`${shop.deps.config.publicUrl}/business/earnings`)
    expect(await seller.earnings.readStripe()).toEqual({ stripe: { ready: false, missing: 'details' } })
    Object.assign(account ?? {}, { details_submitted: true, requirements: { currently_due: [] } })
    expect((await seller.earnings.readStripe()).stripe).toEqual({ ready: false, missing: 'review' })
    await seller.earnings.connectStripe({ body: askBody })
    expect(shop.provider.accounts.size).toBe(1)
    shop.provider.finishAccount(account?.id ?? '')
    expect((await seller.earnings.readStripe()).stripe).toEqual({ ready: true, missing: null })
    expect(await accountRow()).toMatchObject({ stripeAccountId: account?.id, stripeReady: true })
    expect((await seller.earnings.read()).account).toMatchObject({ offersStripe: true, isConnected: true, currencies: ['USD', 'EUR'] })
    const mails = await shop.deps.db.select().from(outbox).where(eq(outbox.kind, 'mail'))
    const facts = { stripe: "Your Stripe account, as soon as it's ready", by: 'Sam Seller' }
    const expected = { template: 'payout-account-changed', facts }
    const toSeller = ({ to }: { to?: string }) => to === seller.user.email
    const sent = mails
      .map(({ payload }) => payload as { to?: string })
      .toSorted((one, other) => Number(toSeller(other)) - Number(toSeller(one)))
    expect(sent).toMatchObject([{ ...expected, to: seller.user.email }, expected])
    const log = await shop.deps.db.select().from(auditEntries).where(eq(auditEntries.targetId, ownId)).orderBy(auditEntries.id)
    expect(log.map(({ action, actorName }) => [action, actorName])).toEqual([
      ['payout_account.connect', 'Sam Seller'],
      ['payouts.hold', 'Sam Seller'],
      ['payout_account.stripe', 'System'],
    ])
  })

  test('D290 two who connect at once, or again after a lost answer, make one account', async () => {
    shop.provider.trouble('POST /v1/accounts', 'fail-after', 3)
    expect(await refusalOf(seller.earnings.connectStripe({ body: askBody }))).toMatchObject({ code: 'stripe_unavailable' })
    expect(await accountRow()).toBeUndefined()
    const answers = await Promise.all([1, 2, 3].map(() => outcomeOf(seller.earnings.connectStripe({ body: askBody }))))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(shop.provider.accounts.size).toBe(1)
  })

  test('D290 a message makes the shop ask anew: an old one cannot bring an old state back; without an answer the message comes again', async () => {
    await seller.earnings.connectStripe({ body: askBody })
    const id = (await accountRow())?.stripeAccountId ?? ''
    const old = shop.message('account.updated', structuredClone(shop.provider.accounts.get(id) ?? {}))
    shop.provider.finishAccount(id)
    shop.provider.trouble('GET /v1/accounts', 'fail', 3)
    expect(await shop.send(old)).toBe(503)
    expect(await shop.send(old)).toBe(200)
    expect((await accountRow())?.stripeReady).toBe(true)
    Object.assign(shop.provider.accounts.get(id) ?? {}, { payouts_enabled: false })
    expect(await shop.send(shop.message('account.updated', { id, object: 'account' }))).toBe(200)
    expect((await accountRow())?.stripeReady).toBe(false)
    expect(await shop.send(shop.message('account.updated', { id: 'acct_of_somebody', object: 'account' }))).toBe(200)
    shop.provider.trouble('GET /v1/accounts', 'fail', 3)
    expect((await seller.earnings.readStripe()).stripe).toEqual({ ready: false, missing: 'answer' })
  })

  test('D290 disconnecting takes the account away, the bank account stays; a change of the bank account leaves Stripe as it is', async () => {
    await giveAccount(shop, ownId)
    await connect()
    await seller.earnings.saveAccount({ body: { holder: 'New Name', ...askBody } })
    expect(await accountRow()).toMatchObject({ stripeReady: true, holder: 'New Name', iban: 'DE89370400440532013000' })
    const wrong = { currentPassword: 'wrong-password-1' }
    expect(await refusalOf(seller.earnings.disconnectStripe({ body: wrong }))).toMatchObject({ code: 'wrong_password' })
    expect(await seller.earnings.disconnectStripe({ body: askBody })).toEqual({ stripe: null })
    expect(await accountRow()).toMatchObject({ stripeAccountId: null, stripeReady: false, iban: 'DE89370400440532013000' })
    await endHold(shop, ownId)
    expect((await prepareOne()).method).toBe('manual')
  })

  test('a customer and staff have no such account; a suspended or unapproved seller opens none; Stripe may refuse a country', async () => {
    for (const who of [ann, boss]) expect(await refusalOf(who.earnings.connectStripe({ body: askBody }))).toMatchObject({ status: 403 })
    await shop.deps.db.update(businesses).set({ country: 'North Korea' }).where(eq(businesses.id, ownId))
    expect(await refusalOf(seller.earnings.connectStripe({ body: askBody }))).toMatchObject({ code: 'stripe_refused' })
    await shop.deps.db.update(businesses).set({ businessStatus: 'suspended' }).where(eq(businesses.id, ownId))
    expect(await refusalOf(seller.earnings.connectStripe({ body: askBody }))).toMatchObject({ code: 'business_suspended' })
    expect(shop.provider.accounts.size).toBe(0)
  })
})
