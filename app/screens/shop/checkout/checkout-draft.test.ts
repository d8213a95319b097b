import { expect, test } from 'vitest'
import { customerOf, emptyDraft } from '#app/features/identity/addresses/customer-draft.ts'
import { draftOf, keyFor, placeOf } from './checkout-draft.ts'

const ann = { id: 'ann', email: 'ann@example.com' }
const filled = {
  ...emptyDraft(ann.email),
  firstName: 'Ann',
  lastName: 'Lee',
  address: '1 Fold Street',
  city: 'Chicago',
  state: 'IL',
  zipCode: '60607',
}

test('a kept draft comes back whole to the same user (S133)', () => {
  expect(draftOf(JSON.stringify({ userId: 'ann', form: filled }), ann)).toEqual(filled)
})

test.each([
  ['nothing kept', null],
  ['no JSON', '{'],
  ["another user's draft", JSON.stringify({ userId: 'bob', form: filled })],
  ['a draft without its form', JSON.stringify({ userId: 'ann' })],
])('%s is no draft (S133)', (_, kept) => {
  expect(draftOf(kept, ann)).toBeNull()
})

test('unknown fields and values that are no text are left out of a kept draft (S133)', () => {
  const kept = JSON.stringify({ userId: 'ann', form: { firstName: 'Ann', lastName: 7, isAdmin: 'yes' } })
  expect(draftOf(kept, ann)).toEqual({ ...emptyDraft(ann.email), firstName: 'Ann' })
})

test('the same order is sent under the same key, another one under a new key (S285, D105)', () => {
  const kept = JSON.stringify({ request: 'one', key: 'first' })
  expect(keyFor('one', kept, () => 'new')).toBe('first')
  expect(keyFor('two', kept, () => 'new')).toBe('new')
  expect(keyFor('one', null, () => 'new')).toBe('new')
  expect(keyFor('one', '{', () => 'new')).toBe('new')
})

test('the cart is priced at once for country and kind of buyer, for state and postal code once they are possible', () => {
  const german = { ...emptyDraft(ann.email), country: 'DE', vatId: 'DE136695976' }
  expect(placeOf(german)).toEqual({ country: 'DE', buyer: 'business', vatId: 'DE136695976' })
  expect(placeOf({ ...german, zipCode: ' 10115 ' })).toEqual({
    country: 'DE',
    buyer: 'business',
    vatId: 'DE136695976',
    state: '',
    zip: '10115',
  })
  expect(placeOf({ ...german, zipCode: '101' })).not.toHaveProperty('zip')
  expect(placeOf({ ...german, buyerKind: 'consumer' })).toEqual({ country: 'DE', buyer: 'consumer', vatId: '' })
  expect(placeOf(filled)).toEqual({ country: 'US', buyer: 'business', vatId: '', state: 'IL', zip: '60607' })
})

test.each(['US', 'CA', 'AU', 'JP', 'SG', 'NZ', 'MX', 'AE', 'IS'])(
  'no VAT ID is asked or sent in %s, and it stays in the form',
  (country) => {
    const draft = { ...filled, country, vatId: 'DE136695976' }
    expect([placeOf(draft).vatId, customerOf(draft)]).toEqual(['', expect.not.objectContaining({ vatId: expect.anything() })])
  },
)

test.each(['DE', 'FR', 'IE', 'GR', 'MT', 'GB', 'CH', 'LI', 'NO'])(
  'a VAT ID of a business in %s is sent, of a private person never',
  (country) => {
    const draft = { ...filled, country, vatId: 'DE136695976' }
    expect([placeOf(draft).vatId, customerOf(draft)]).toEqual(['DE136695976', expect.objectContaining({ vatId: 'DE136695976' })])
    expect(placeOf({ ...draft, buyerKind: 'consumer' }).vatId).toBe('')
  },
)
