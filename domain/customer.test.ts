import { expect, test } from 'vitest'
import { buyerKindOf } from './buyer-kind.ts'
import {
  CUSTOMER_FIELDS,
  CUSTOMER_LIMITS,
  CUSTOMER_SENTENCES,
  type CustomerField,
  cityLine,
  customerErrors,
  EMAIL_PATTERN,
  isPlainText,
  isZipCode,
  needsState,
  zipCodeError,
} from './customer.ts'

const FORM = {
  email: 'ann@example.com',
  firstName: 'Ann',
  lastName: 'Example',
  country: 'US',
  address: '1 Main Street',
  city: 'Chicago',
  state: 'IL',
  zipCode: '60607',
}

test('S249 an empty form names every required field, and no other', () => {
  expect(customerErrors({ country: 'US' })).toEqual({
    email: 'Please enter an email address like name@example.com',
    firstName: 'Please enter your first name',
    lastName: 'Please enter your last name',
    address: 'Please enter your street address',
    city: 'Please enter your city',
    state: 'Please enter your state',
    zipCode: 'Please enter your ZIP or postal code',
  })
  expect(customerErrors({ ...FORM, country: '' }).country).toBe('Please choose a country')
  expect(customerErrors(FORM)).toEqual({})
})

test.each<[CustomerField, string, string | undefined]>([
  ['email', 'ann', CUSTOMER_SENTENCES.email],
  ['email', 'ann@example', CUSTOMER_SENTENCES.email],
  ['email', ' ann@example.com ', undefined],
  ['country', 'us', CUSTOMER_SENTENCES.country],
  ['country', 'U1', CUSTOMER_SENTENCES.country],
  ['country', 'USA', 'At most 2 characters are accepted'],
  ['zipCode', '6060', CUSTOMER_SENTENCES.zipCode],
  ['firstName', '  ', 'Please enter your first name'],
  ['lastName', 'A\u0007', CUSTOMER_SENTENCES.unusual],
  ['notes', 'two\nlines', undefined],
  ['phone', '', undefined],
])('S249 the field %s with %j has the error %j', (field, text, error) => {
  expect(customerErrors({ ...FORM, [field]: text })[field]).toBe(error)
})

test('S249 each field has room for its length and no more', () => {
  for (const field of CUSTOMER_FIELDS) {
    const error = `At most ${CUSTOMER_LIMITS[field]} characters are accepted`
    const tooLong = customerErrors({ ...FORM, [field]: 'x'.repeat(CUSTOMER_LIMITS[field] + 1) })[field]
    const full = customerErrors({ ...FORM, [field]: 'x'.repeat(CUSTOMER_LIMITS[field]) })[field]
    expect([field, tooLong]).toEqual([field, error])
    expect([field, full === error]).toEqual([field, false])
  }
})

test.each(['王小明', '山田 太郎', 'やまだ', '김철수', 'محمد علي', 'דוד כהן', 'สมชาย', 'Արամ', 'ქეთევან', 'राम', 'Ann 王', 'ÅÄ שלום'])(
  'names and places in %s are asked for in Latin letters, free text is not',
  (text) => {
    for (const field of ['firstName', 'lastName', 'address', 'city', 'state', 'company'] as const)
      expect(customerErrors({ ...FORM, buyerKind: 'business', [field]: text })[field]).toBe(
        'Use Latin letters so that carriers can read it',
      )
    expect(customerErrors({ ...FORM, notes: text, poNumber: text })).toEqual({})
  },
)

test.each([
  'Żaneta Źródłowska',
  'Ελένη Παπαδοπούλου',
  'Христо Ботев',
  'Nguyễn Ánh',
  "O'Neill-Ó Briain",
  'Ж. Д’Арк №3',
  'Kaʻahumanu',
  'Ŀŀ ǅ',
  'A/B 3. OG, 1½',
])('names and places in %s stay as they are written', (text) => {
  for (const field of ['firstName', 'lastName', 'address', 'city', 'state', 'company'] as const)
    expect(customerErrors({ ...FORM, buyerKind: 'business', [field]: text })).toEqual({})
})

test.each([
  ['US', true],
  ['CA', true],
  ['DE', false],
  [undefined, true],
])('S249 an address in %s needs a state: %s', (country, isNeeded) => {
  expect(needsState(country)).toBe(isNeeded)
  expect('state' in customerErrors({ ...FORM, ...(country && { country }), state: '' })).toBe(isNeeded)
})

test.each([
  [{ city: 'Chicago', state: 'IL', zipCode: '60607', country: 'US' }, 'Chicago, IL 60607'],
  [{ city: 'Chicago', state: 'IL', zipCode: '60607' }, 'Chicago, IL 60607'],
  [{ city: 'London', zipCode: 'SW1A 1AA', country: 'GB' }, 'London, SW1A 1AA'],
  [{ city: 'Wien', zipCode: '1010', country: 'AT' }, '1010 Wien'],
  [{ city: 'Roma', state: 'RM', zipCode: '00184', country: 'IT' }, '00184 Roma, RM'],
  [{ city: 'Wien', country: 'AT' }, 'Wien'],
])('the city of %o is written %j', (address, line) => {
  expect(cityLine(address)).toBe(line)
})

test('F7.1.8 a postal code is checked for its country, and not without one', () => {
  expect([isZipCode('x', undefined), isZipCode('x', 'DE'), isZipCode('10115', 'DE')]).toEqual([true, false, true])
  expect([zipCodeError(undefined), zipCodeError('US'), zipCodeError('AE')]).toEqual(Array(3).fill(CUSTOMER_SENTENCES.zipCode))
  expect(zipCodeError('PL')).toBe('A postal code in Poland looks like 00-001')
})

test.each([
  ['two\nlines\tand\ra half', true],
  ['bell\u0007', false],
  ['\u0000', false],
  ['\u000b', false],
  ['\u001f', false],
  ['half a \ud83e', false],
  ['🦊', true],
])('the text %j is plain: %s', (text, isPlain) => {
  expect(isPlainText(text)).toBe(isPlain)
})

test.each([
  ['a@b.c', true],
  ['ann.smith+shop@mail.example.com', true],
  ['a@b', false],
  ['a@b.', false],
  ['a@.c', false],
  ['a@b..c', false],
  ['@b.c', false],
  ['a@b.c d', false],
  ['a b@c.d', false],
  ['a@b@c.d', false],
  ['a@b.c,d@e.f', false],
  ['<a@b.c>', false],
  ['', false],
])('S249 %j has the shape of an email address: %s', (text, isOne) => {
  expect(EMAIL_PATTERN.test(text)).toBe(isOne)
})

test.each([
  [{}, 'consumer'],
  [{ company: '  ' }, 'consumer'],
  [{ company: 'Kartonhaus GmbH' }, 'business'],
  [{ company: 'Kartonhaus GmbH', buyerKind: 'consumer' }, 'consumer'],
  [{ buyerKind: 'business' }, 'business'],
  [{ buyerKind: null, company: 'Kartonhaus GmbH' }, 'business'],
] as const)('T3 the buyer of %j is a %s', (customer, kind) => {
  expect(buyerKindOf(customer)).toBe(kind)
})
