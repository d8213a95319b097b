import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CustomerForm } from '#contract/identity/customer.ts'
import { CUSTOMER_FIELDS, CUSTOMER_LIMITS, type CustomerField, customerErrors } from '#domain/customer.ts'
import '#contract/index.ts'

const filled: Partial<Record<CustomerField, string>> = {
  email: 'ann@example.com',
  firstName: 'Ann',
  lastName: 'Lee',
  country: 'US',
  address: '1 Fold Street',
  city: 'Chicago',
  state: 'IL',
  zipCode: '60607',
}

/** Errors of the server's schema for a form, the first message of each field. */
function serverErrors(form: object): Record<string, string> {
  const read = CustomerForm.safeParse(form)
  const issues = read.success ? [] : read.error.issues
  return Object.fromEntries(issues.map(({ path, message }): [string, string] => [String(path[0]), message]).reverse())
}

test('S198 S249 a whole form is right for browser and server', () => {
  expect(customerErrors(filled)).toEqual({})
  expect(serverErrors(filled)).toEqual({})
})

test.each<[CustomerField, string]>([
  ['email', ''],
  ['email', 'no address'],
  ['firstName', '  '],
  ['lastName', ''],
  ['address', ''],
  ['city', ''],
  ['state', ''],
  ['zipCode', ''],
  ['zipCode', '123'],
  ['country', 'us'],
  ['notes', '\u0007'],
  ...CUSTOMER_FIELDS.filter((field) => field !== 'country').map((field): [CustomerField, string] => [
    field,
    'x'.repeat(CUSTOMER_LIMITS[field] + 1),
  ]),
])('S249 D99 browser and server say the same of %s %j', (field, text) => {
  const form = { ...filled, [field]: text }
  const own = customerErrors(form)
  expect(Object.keys(own)).toEqual([field])
  expect(serverErrors(form)).toEqual(own)
})

test('D98 F7.1.8 a state is needed in the United States and Canada only, and each country has postal codes of its own', () => {
  for (const [country, zipCode] of Object.entries({ DE: '10115', GB: 'SW1A 1AA', JP: '100-0001' })) {
    const form = { ...filled, country, state: '', zipCode }
    expect([customerErrors(form), serverErrors(form)]).toEqual([{}, {}])
    const wrong = { ...form, zipCode: 'x' }
    expect(Object.keys(customerErrors(wrong))).toEqual(['zipCode'])
    expect(serverErrors(wrong)).toEqual(customerErrors(wrong))
  }
  expect(customerErrors({ ...filled, country: 'CA', state: '', zipCode: 'K1A 0B1' })).toEqual({ state: 'Please enter your state' })
  expect(customerErrors({ ...filled, zipCode: '60607-1234' })).toEqual({})
})

test('S249 whatever is typed, browser and server mark the same fields', () => {
  const text = fc.oneof(fc.constantFrom('', ' ', 'IL', '60607', 'a@b.co', 'a@b', '\u0001'), fc.string({ maxLength: 260 }))
  const country = fc.constantFrom('US', 'CA', 'DE', 'xx')
  const form = fc.record({ ...Object.fromEntries(CUSTOMER_FIELDS.map((field) => [field, text])), country })
  fc.assert(
    fc.property(form, (typed) => {
      expect(Object.keys(serverErrors(typed)).sort()).toEqual(Object.keys(customerErrors(typed)).sort())
    }),
  )
})
