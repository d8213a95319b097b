import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { isApiError } from '#contract/errors.ts'
import { contract } from '#contract/index.ts'
import { STALE_CALLS, signInEditors } from '#server/testing/stale-calls.ts'
import { openTestShop, type SignedInUser, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let nora: SignedInUser
let olga: SignedInUser
beforeAll(async () => {
  shop = await openTestShop()
  ;({ nora, olga } = await signInEditors(shop))
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
  'promotions.update': async () => {
    const open = { ...CODE, startsAt: null, endsAt: null, usageLimit: null, perCustomerLimit: null, isActive: true, hinted: false }
    const { id, version } = await nora.promotions.create({ body: { ...open, includesFreight: false, code: 'TWICE' } })
    const body = { ...open, includesFreight: false, code: 'TWICE' }
    return {
      version,
      save: (user, read, description) => user.promotions.update({ params: { id }, body: { ...body, description, version: read } }),
    }
  },
  'categories.update': async () => {
    const [{ id, version, value } = { id: '', version: 0, value: '' }] = await nora.categories
      .listForStaff({ query: {} })
      .then(({ items }) => items)
    const body = { value, kind: 'machine' as const, description: '' }
    return {
      version,
      save: (user, read, label) => user.categories.update({ params: { idOrValue: id }, body: { ...body, label, version: read } }),
    }
  },
  'attributes.update': async () => {
    const body = { kind: 'text' as const, unit: null, decimals: 0, choices: [] }
    const { id, version } = await nora.attributes.create({ body: { ...body, label: 'Noise at idle' } })
    return { version, save: (user, read, label) => user.attributes.update({ params: { id }, body: { ...body, label, version: read } }) }
  },
  'tax.changeRule': async () => {
    const body = { ...RULE, name: '', validFrom: '2099-01-01', validTo: null, source: '', percent: 5 }
    const { id, version } = await nora.tax.addRule({ body })
    return { version, save: (user, read, name) => user.tax.changeRule({ params: { id }, body: { ...body, name, version: read } }) }
  },
  'commission.saveRates': async () => {
    const { version } = await nora.commission.rates()
    return {
      version,
      save: (user, read, text) => user.commission.saveRates({ body: { rules: [], globalPercent: NUMBERS[text] ?? 9, version: read } }),
    }
  },
  'settings.update': async () => {
    const { stock } = await nora.settings.read()
    const { version, ...rest } = stock
    const saved = (text: string) => ({ ...rest, low: NUMBERS[text] ?? 5 })
    return { version, save: (user, read, text) => user.settings.update({ body: { stock: { ...saved(text), version: read } } }) }
  },
  'markets.save': async () => {
    const { markets, version } = await nora.markets.list()
    const changed = (text: string) =>
      markets.map((market) =>
        market.country === 'CA' ? { ...market, sellsToConsumers: text === 'one' ? !market.sellsToConsumers : false } : market,
      )
    return { version, save: (user, read, text) => user.markets.save({ body: { markets: changed(text), version: read } }) }
  },
  'users.update': async () => {
    const { user } = await shop.signIn('customer')
    const [{ version } = { version: 0 }] = (await nora.users.list({ query: { search: user.email } })).items
    return { version, save: (actor, read, name) => actor.users.update({ params: { id: user.id }, body: { name, version: read } }) }
  },
  'blogPosts.update': async () => {
    const fields = { title: 'Twice', excerpt: 'Short.', content: 'Words.', category: 'stories' }
    const { id, version } = await nora.blogPosts.create({ body: fields })
    return { version, save: (user, read, excerpt) => user.blogPosts.update({ params: { id }, body: { excerpt, version: read } }) }
  },
  'claims.update': async () => {
    const [{ id, version } = { id: '', version: 0 }] = (await nora.claims.listOwn({ query: {} })).items
    return { version, save: (user, read, scope) => user.claims.update({ params: { id }, body: { scope, version: read } }) }
  },
  'synonyms.update': async () => {
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

test.each(Object.keys(EDITED))('%s of an older version says who saved the newer one, when, and how it is now', async (call) => {
  const edited = await EDITED[call]?.()
  if (!edited) throw new Error(`No ${call}`)
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
    ['commission.saveRates', 'settings.update'].includes(call) ? '1' : call === 'markets.save' ? 'CA' : 'one',
  )
})

test.each(Object.keys(STALE_CALLS))('%s of an older version says who saved the newer one, and when', async (call) => {
  const { first, stale, by = 'Olga Other' } = (await STALE_CALLS[call]?.()) ?? expect.fail(call)
  await first()
  const failure: unknown = await stale().catch((error: unknown) => error)
  if (!isApiError(failure)) throw new Error('It was saved')
  expect([failure.status, failure.problem.code]).toEqual([409, 'edit_conflict'])
  expect(failure.problem.saved).toMatchObject({ by, at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) })
  expect(failure.problem.current).toBeTruthy()
})

/** Returns true if a body takes a version: in itself, or in the rows and groups of it. */
function takesVersion(schema: z.ZodMiniType | undefined): boolean {
  const definition = (schema as { _zod?: { def: Record<string, unknown> } } | undefined)?._zod?.def
  if (!definition) return false
  const { shape, options, element, innerType, left, right, in: from, out } = definition as Record<string, z.ZodMiniType>
  const members = Object.entries((shape as unknown as Record<string, z.ZodMiniType>) ?? {})
  if (members.some(([name]) => name === 'version')) return true
  const parts = [...members.map(([, member]) => member), ...((options as unknown as z.ZodMiniType[]) ?? [])]
  return [...parts, element, innerType, left, right, from, out].some(takesVersion)
}

test('every call of the contract that takes a version of what it changes is tested here', () => {
  const calls = Object.entries(contract as unknown as Record<string, Record<string, Endpoint>>).flatMap(([area, endpoints]) =>
    Object.entries(endpoints).map(([name, { body, method, path }]) => ({
      name: `${area}.${name}`,
      body,
      isNew: method === 'POST' && !/:|\/bulk\//.test(path),
    })),
  )
  // what is new has no version yet: its form is that of a change
  const versioned = calls.filter(({ body, isNew }) => !isNew && takesVersion(body)).map(({ name }) => name)
  expect(versioned.length).toBeGreaterThan(40)
  expect([...Object.keys(EDITED), ...Object.keys(STALE_CALLS)].toSorted()).toEqual(versioned.toSorted())
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
