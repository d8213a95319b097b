import { expect, test } from 'vitest'
import { customerOf, draftOf, emptyDraft, errorsAfter, keyFor } from '#app/features/checkout/checkout-draft.ts'
import { customerErrors } from '#domain/customer.ts'

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

test('a new form has the e-mail of the session and the United States (S198, D98)', () => {
  expect(emptyDraft(ann.email)).toMatchObject({ email: ann.email, country: 'US', firstName: '', phone: '' })
})

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

test('a form with the required fields can be sent without a phone (S249)', () => {
  expect(customerErrors(filled)).toEqual({})
  expect(customerOf(filled)).not.toHaveProperty('phone')
})

test.each(['email', 'firstName', 'lastName', 'address', 'city', 'state', 'zipCode'] as const)('%s is required (S249)', (field) => {
  expect(Object.keys(customerErrors({ ...filled, [field]: ' ' }))).toEqual([field])
})

test('an empty form names every required field at once (S249)', () => {
  expect(Object.keys(customerErrors(emptyDraft(''))).sort()).toEqual([
    'address',
    'city',
    'email',
    'firstName',
    'lastName',
    'state',
    'zipCode',
  ])
})

test('outside the United States and Canada no state is needed, and any postal code is right (D98)', () => {
  expect(customerErrors({ ...filled, country: 'DE', state: '', zipCode: 'D-10115' })).toEqual({})
  expect(customerErrors({ ...filled, country: 'CA', state: '', zipCode: 'K1A 0B1' })).toEqual({ state: 'Please enter your state' })
})

test('the same order is sent under the same key, another one under a new key (S285, D105)', () => {
  const kept = JSON.stringify({ request: 'one', key: 'first' })
  expect(keyFor('one', kept, () => 'new')).toBe('first')
  expect(keyFor('two', kept, () => 'new')).toBe('new')
  expect(keyFor('one', null, () => 'new')).toBe('new')
  expect(keyFor('one', '{', () => 'new')).toBe('new')
})

test('another country takes away what is not wrong there, and keeps the rest (D98)', () => {
  const errors = customerErrors({ ...filled, city: '', state: '', zipCode: '1010' })
  expect(Object.keys(errors)).toEqual(['city', 'state', 'zipCode'])
  const austria = { ...filled, country: 'AT', city: '', state: '', zipCode: '1010' }
  expect(errorsAfter('country', errors, austria)).toEqual({ city: 'Please enter your city' })
  expect(Object.keys(errorsAfter('city', errors, { ...filled, city: 'W' }))).toEqual(['state', 'zipCode'])
})
