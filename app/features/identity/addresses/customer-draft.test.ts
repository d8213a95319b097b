import { expect, test } from 'vitest'
import { customerErrors } from '#domain/customer.ts'
import { customerOf, edited, emptyDraft, errorsAfter } from './customer-draft.ts'

const filled = {
  ...emptyDraft('ann@example.com'),
  firstName: 'Ann',
  lastName: 'Lee',
  address: '1 Fold Street',
  city: 'Chicago',
  state: 'IL',
  zipCode: '60607',
}

test('a new form has the email of the session and the United States (S198, D98)', () => {
  expect(emptyDraft('ann@example.com')).toMatchObject({ email: 'ann@example.com', country: 'US', firstName: '', phone: '' })
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

test('outside the United States and Canada no state is needed, and each country has postal codes of its own (D98)', () => {
  expect(customerErrors({ ...filled, country: 'DE', state: '', zipCode: 'D-10115' })).toEqual({})
  expect(customerErrors({ ...filled, country: 'CA', state: '', zipCode: 'K1A 0B1' })).toEqual({ state: 'Please enter your state' })
})

test('another country takes away what is not wrong there, and keeps the rest (D98)', () => {
  const errors = customerErrors({ ...filled, city: '', state: '', zipCode: '1010' })
  expect(Object.keys(errors)).toEqual(['city', 'state', 'zipCode'])
  const austria = { ...filled, country: 'AT', city: '', state: '', zipCode: '1010' }
  expect(errorsAfter('country', errors, austria)).toEqual({ city: 'Please enter your city' })
  expect(Object.keys(errorsAfter('city', errors, { ...filled, city: 'W' }))).toEqual(['state', 'zipCode'])
})

test('D98 another country clears the state of the earlier one; the same country and other fields keep it', () => {
  expect(edited(filled, 'country', 'DE')).toEqual({ ...filled, country: 'DE', state: '' })
  expect(edited(filled, 'country', 'US')).toEqual(filled)
  expect(edited(filled, 'city', 'Cairo')).toEqual({ ...filled, city: 'Cairo' })
})

test('T3 a private person sends no company, VAT id or purchase order, and keeps what was typed of them', () => {
  const german = { ...filled, country: 'DE', state: '' }
  const typed = { ...german, vatId: 'DE111111117', poNumber: 'PO 4711', company: 'Lee' }
  const asConsumer = { ...typed, buyerKind: 'consumer' as const }
  expect(customerOf(asConsumer)).toEqual({ ...customerOf(german), buyerKind: 'consumer' })
  expect(customerOf({ ...asConsumer, buyerKind: 'business' })).toMatchObject({
    company: 'Lee',
    vatId: 'DE111111117',
    poNumber: 'PO 4711',
    buyerKind: 'business',
  })
})

test('T3 an error of a field that is no longer asked for goes with it', () => {
  const wrong = { ...filled, vatId: 'x'.repeat(41) }
  const errors = customerErrors(wrong)
  expect(Object.keys(errors)).toEqual(['vatId'])
  expect(errorsAfter('buyerKind', errors, { ...wrong, buyerKind: 'consumer' })).toEqual({})
  expect(errorsAfter('buyerKind', errors, wrong)).toEqual(errors)
})
