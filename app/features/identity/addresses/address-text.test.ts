import { expect, test } from 'vitest'
import { addressLine, addressOf, isSamePlace, withAddress } from './address-text.ts'
import { emptyDraft } from './customer-draft.ts'

const saved = {
  email: 'ann@home.test',
  phone: '555',
  firstName: 'Ann',
  lastName: 'Lee',
  address: '1 Main Street',
  city: 'Chicago',
  state: 'IL',
  zipCode: '60607',
  country: 'US',
}
const draft = { ...emptyDraft('ann@work.test'), poNumber: 'PO 7', notes: 'Ramp B' }

test('D100 a chosen address fills in the place; contact data and notes that were typed stay', () => {
  expect(withAddress({ ...draft, phone: '999' }, saved)).toMatchObject({
    email: 'ann@work.test',
    phone: '999',
    address: '1 Main Street',
    poNumber: 'PO 7',
    notes: 'Ramp B',
  })
  expect(withAddress(draft, saved)).toMatchObject({ email: 'ann@work.test', phone: '555' })
  expect(withAddress({ ...draft, company: 'Old Ltd' }, saved), 'nothing of the address before is left').toMatchObject({ company: '' })
})

test('D100 a place is the same whatever the contact data and the notes', () => {
  expect(isSamePlace(withAddress(draft, saved), saved)).toBe(true)
  expect(isSamePlace({ ...withAddress(draft, saved), city: 'Boston' }, saved)).toBe(false)
})

test('what is kept of a form leaves out the order and empty fields', () => {
  expect(addressOf({ ...withAddress(draft, saved), company: ' ' })).toEqual({ ...saved, email: 'ann@work.test', buyerKind: 'business' })
})

test('T3 a saved address brings the kind of its buyer; one that has none leaves the chosen one', () => {
  expect(withAddress(draft, { ...saved, buyerKind: 'consumer' }).buyerKind).toBe('consumer')
  expect(withAddress({ ...draft, buyerKind: 'consumer' }, saved).buyerKind).toBe('consumer')
})

test('an address reads as one line', () => {
  expect(addressLine(saved)).toBe('Ann Lee, 1 Main Street, Chicago, IL 60607, United States')
  expect(addressLine({ firstName: 'Bo', address: 'Weg 1', city: 'Ulm', state: '', zipCode: '89073', country: 'DE' })).toBe(
    'Bo, Weg 1, 89073 Ulm, Germany',
  )
})

test('the postal code stands where the country puts it (D98)', () => {
  const place = { address: '1 Fold Street', city: 'Wien', zipCode: '1010' }
  expect(addressLine({ ...place, country: 'AT' })).toBe('1 Fold Street, 1010 Wien, Austria')
  expect(addressLine({ ...place, city: 'Leeds', state: 'Yorkshire', zipCode: 'LS1 1AA', country: 'GB' })).toBe(
    '1 Fold Street, Leeds, Yorkshire LS1 1AA, United Kingdom',
  )
})
