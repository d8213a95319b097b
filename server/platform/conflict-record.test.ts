import { afterAll, beforeAll, expect, test } from 'vitest'
import { isApiError } from '#contract/errors.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let nora: SignedInUser
let olga: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
  nora = await shop.signIn('super_admin', { name: 'Nora North' })
  olga = await shop.signIn('super_admin', { name: 'Olga Other' })
})
afterAll(() => shop.close())

/** A record that two people edit: its version when both opened it, and how each saves it. */
interface Edited {
  version: number | string
  save: (user: SignedInUser, version: never, text: string) => Promise<unknown>
}

const CODE = { type: 'percentage', value: 10, valueEUR: null, description: '', minimumOrder: null, minimumOrderEUR: null } as const
const RULE = { country: 'US', state: null, postcodeFrom: null, postcodeTo: null, taxClass: 'standard', shipsTaxed: true } as const
const NUMBERS: Readonly<Record<string, number>> = { one: 1, two: 2 }

const EDITED: Readonly<Record<string, () => Promise<Edited>>> = {
  promotion: async () => {
    const open = { ...CODE, startsAt: null, endsAt: null, usageLimit: null, perCustomerLimit: null, isActive: true, hinted: false }
    const { id, version } = await nora.promotions.create({ body: { ...open, includesFreight: false, code: 'TWICE' } })
    const body = { ...open, includesFreight: false, code: 'TWICE' }
    return {
      version,
      save: (user, read, description) => user.promotions.update({ params: { id }, body: { ...body, description, version: read } }),
    }
  },
  category: async () => {
    const [{ id, version, value } = { id: '', version: 0, value: '' }] = await nora.categories
      .listForStaff({ query: {} })
      .then(({ items }) => items)
    const body = { value, kind: 'machine' as const, description: '' }
    return {
      version,
      save: (user, read, label) => user.categories.update({ params: { idOrValue: id }, body: { ...body, label, version: read } }),
    }
  },
  specification: async () => {
    const body = { kind: 'text' as const, unit: null, decimals: 0, choices: [] }
    const { id, version } = await nora.attributes.create({ body: { ...body, label: 'Noise at idle' } })
    return { version, save: (user, read, label) => user.attributes.update({ params: { id }, body: { ...body, label, version: read } }) }
  },
  'tax rule': async () => {
    const body = { ...RULE, name: '', validFrom: '2099-01-01', validTo: null, source: '', percent: 5 }
    const { id, version } = await nora.tax.addRule({ body })
    return { version, save: (user, read, name) => user.tax.changeRule({ params: { id }, body: { ...body, name, version: read } }) }
  },
  rates: async () => {
    const { version } = await nora.commission.rates()
    return {
      version,
      save: (user, read, text) => user.commission.saveRates({ body: { rules: [], globalPercent: NUMBERS[text] ?? 9, version: read } }),
    }
  },
  settings: async () => {
    const { stock } = await nora.settings.read()
    const { version, ...rest } = stock
    const saved = (text: string) => ({ ...rest, low: NUMBERS[text] ?? 5 })
    return { version, save: (user, read, text) => user.settings.update({ body: { stock: { ...saved(text), version: read } } }) }
  },
  markets: async () => {
    const { markets, version } = await nora.markets.list()
    const changed = (text: string) =>
      markets.map((market) =>
        market.country === 'CA' ? { ...market, sellsToConsumers: text === 'one' ? !market.sellsToConsumers : false } : market,
      )
    return { version, save: (user, read, text) => user.markets.save({ body: { markets: changed(text), version: read } }) }
  },
  user: async () => {
    const { user } = await shop.signIn('customer')
    const [{ version } = { version: 0 }] = (await nora.users.list({ query: { search: user.email } })).items
    return { version, save: (actor, read, name) => actor.users.update({ params: { id: user.id }, body: { name, version: read } }) }
  },
  post: async () => {
    const fields = { title: 'Twice', excerpt: 'Short.', content: 'Words.', category: 'stories' }
    const { id, version } = await nora.blogPosts.create({ body: fields })
    return { version, save: (user, read, excerpt) => user.blogPosts.update({ params: { id }, body: { excerpt, version: read } }) }
  },
  claim: async () => {
    const [{ id, version } = { id: '', version: 0 }] = (await nora.claims.listOwn({ query: {} })).items
    return { version, save: (user, read, scope) => user.claims.update({ params: { id }, body: { scope, version: read } }) }
  },
  synonym: async () => {
    const body = {
      language: 'en' as const,
      kind: 'same' as const,
      targets: [],
      answer: null,
      isActive: true,
      terms: ['shredder', 'mincer'],
    }
    const { id, version } = await nora.synonyms.create({ body: { ...body, note: '' } })
    return { version, save: (user, read, note) => user.synonyms.update({ params: { id }, body: { ...body, note, version: read } }) }
  },
}

test.each(Object.keys(EDITED))('who edits an older %s learns who saved the newer one, when, and how it is now', async (kind) => {
  const edited = await EDITED[kind]?.()
  if (!edited) throw new Error(`No ${kind}`)
  const opened = edited.version as never // of this record
  await edited.save(olga, opened, 'one')
  const failure: unknown = await edited.save(nora, opened, 'two').catch((error: unknown) => error)
  if (!isApiError(failure)) throw new Error('It was saved')
  expect(failure.problem).toMatchObject({
    code: 'edit_conflict',
    saved: { by: 'Olga Other', isYou: false, at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
  })
  const { current } = failure.problem
  expect(JSON.stringify(current)).toContain(
    NUMBERS[kind === 'rates' || kind === 'settings' ? 'one' : ''] ? '1' : kind === 'markets' ? 'CA' : 'one',
  )
})

test('a seller learns the names of its own business, and of the shop only that it was the shop', async () => {
  const ann = await shop.signIn('business_admin', { name: 'Ann Own' })
  const bob = await shop.signIn('business_admin', { name: 'Bob Own', businessId: ann.user.businessId })
  const save = (user: SignedInUser, vatId: string, version: number) =>
    user.tax.saveOfBusiness({ body: { vatScheme: 'regular', vatId, registrations: [], version } })
  const { version } = await ann.tax.ofBusiness()
  await save(bob, 'DE136695976', version)
  const conflict = async (user: SignedInUser) => {
    const failure: unknown = await save(user, '', version).catch((error: unknown) => error)
    return isApiError(failure) ? failure.problem.saved : failure
  }
  expect(await conflict(ann)).toMatchObject({ by: 'Bob Own', isYou: false })
  expect(await conflict(bob)).toMatchObject({ by: 'Bob Own', isYou: true })
  const body = { vatScheme: 'regular' as const, vatId: '', registrations: [], version: version + 1 }
  await olga.tax.saveOfBusinessForStaff({ params: { id: ann.user.businessId ?? '' }, body })
  expect(await conflict(ann)).toMatchObject({ by: null, isYou: false })
})
