import { expect, test } from 'vitest'
import { emptyDraft } from '#app/features/identity/addresses/customer-draft.ts'
import { draftOf, keyFor } from './checkout-draft.ts'

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
