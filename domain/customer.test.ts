import { expect, test } from 'vitest'
import { buyerKindOf } from './buyer-kind.ts'
import {
  CUSTOMER_FIELDS,
  CUSTOMER_LIMITS,
  CUSTOMER_REQUIRED,
  CUSTOMER_SENTENCES,
  type CustomerField,
  cityLine,
  customerErrors,
  inUsualShape,
  isPlainText,
  isZipCode,
  needsState,
  placeErrors,
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

test.each(['😀', '👩‍👩‍👧', '🏭🏭', '❤️', '★★★', '→', '+', '€', '™', '🇩🇪', '♥ ☺', '^'])('%s alone is no name and no place', (text) => {
  for (const [field, error] of Object.entries(CUSTOMER_REQUIRED).filter(([name]) => name !== 'zipCode'))
    expect(customerErrors({ ...FORM, [field]: text }), field).toEqual({ [field]: error })
  expect(customerErrors({ ...FORM, firstName: `Ann ${text}`, lastName: '-', address: `7 ${text}`, notes: text })).toEqual({})
})

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
    expect(customerErrors({ ...FORM, country: 'BG', zipCode: '1000', buyerKind: 'business', [field]: text })).toEqual({})
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
  [{}, 'consumer'],
  [{ company: '  ' }, 'consumer'],
  [{ company: 'Kartonhaus GmbH' }, 'business'],
  [{ company: 'Kartonhaus GmbH', buyerKind: 'consumer' }, 'consumer'],
  [{ buyerKind: 'business' }, 'business'],
  [{ buyerKind: null, company: 'Kartonhaus GmbH' }, 'business'],
] as const)('T3 the buyer of %j is a %s', (customer, kind) => {
  expect(buyerKindOf(customer)).toBe(kind)
})

const CHOOSE = 'Please choose a state of the United States.'
const PROVINCE = 'Please choose a province of Canada.'

test.each([
  ['US', 'Bavaria', '60607', { state: CHOOSE }],
  ['US', 'Chicago', '60607', { state: CHOOSE }],
  ['US', 'Ontario', '60607', { state: CHOOSE }],
  ['US', 'XX', '60607', { state: CHOOSE }],
  ['US', 'N/A', '60607', { state: CHOOSE }],
  ['US', 'Illinois', '60607', {}],
  ['US', 'il', '60607-1234', {}],
  ['US', 'Ill.', '60607', {}],
  ['US', 'D.C.', '20001', {}],
  ['US', 'Washington, DC', '20500', {}],
  ['US', 'n. y.', '10001', {}],
  ['US', 'New  York', '06390', {}],
  ['US', 'Puerto Rico', '00901', {}],
  ['US', 'U.S. Virgin Islands', '00802', {}],
  ['US', 'GU', '96910', {}],
  ['US', 'AE', '09012', {}],
  ['US', 'Armed Forces Pacific', '96201', {}],
  ['US', 'AA', '34002', {}],
  ['US', 'TN', '42223', {}],
  ['US', 'KY', '42223', {}],
  ['US', 'IL', '10001', { zipCode: 'The ZIP code 10001 is in New York. Check it, or choose that state.' }],
  ['US', 'OR', '98660', { zipCode: 'The ZIP code 98660 is in Washington. Check it, or choose that state.' }],
  ['US', 'NH', '02108', { zipCode: 'The ZIP code 02108 is in Massachusetts. Check it, or choose that state.' }],
  ['US', 'MD', '200011234', { zipCode: 'The ZIP code 20001-1234 is in the District of Columbia. Check it, or choose that state.' }],
  ['US', 'CA', '96201', { zipCode: 'The ZIP code 96201 is in Armed Forces Pacific. Check it, or choose that state.' }],
  ['US', 'IL', '00000', { zipCode: 'There is no ZIP code 00000.' }],
  ['CA', 'Bavaria', 'K1A 0B1', { state: PROVINCE }],
  ['CA', 'IL', 'K1A 0B1', { state: PROVINCE }],
  ['CA', 'Québec', 'H2X 1Y4', {}],
  ['CA', 'on', 'k1a0b1', {}],
  ['CA', 'QC', 'K1A 0B1', {}],
  ['CA', 'Nunavut', 'X0A 0H0', {}],
  ['CA', 'NT', 'X1A 1A1', {}],
  ['CA', 'ON', 'V6B 1A1', { zipCode: 'The postal code V6B 1A1 is in British Columbia. Check it, or choose that province.' }],
  ['DE', 'Bavaria', '80331', {}],
  ['DE', '', '80331', {}],
  ['GB', 'Kent', 'CT1 1AA', {}],
  ['PR', '', '00901', {}],
])('3.4 in %s the state %j with %s has the errors %j', (country, state, zipCode, errors) => {
  expect(customerErrors({ ...FORM, country, state, zipCode })).toEqual(errors)
})

test('3.4 without a country it is the United States: its states count, its ZIP codes are not checked', () => {
  const { country: _none, ...form } = FORM
  expect(customerErrors({ ...form, state: 'Bavaria', zipCode: 'x' })).toMatchObject({ state: CHOOSE })
  expect(placeErrors({ state: 'Bavaria', zipCode: 'x' })).toEqual({ state: CHOOSE })
  expect(placeErrors({ state: 'TX', zipCode: '60607' })).toEqual({})
})

test.each([
  ['AE', '', undefined],
  ['HK', '', undefined],
  ['QA', '', undefined],
  ['JM', '', undefined],
  ['CL', '', undefined],
  ['DE', '', 'Please enter your ZIP or postal code'],
  ['SG', '', 'Please enter your ZIP or postal code'],
  ['SG', '12345', 'A postal code in Singapore looks like 018956'],
  ['KR', '1234', 'A postal code in South Korea looks like 11111'],
])('3.5 in %s the postal code %j has the error %j', (country, zipCode, error) => {
  expect(customerErrors({ ...FORM, country, state: '', zipCode }).zipCode).toBe(error)
})

test('3.5 an address is brought into the usual shape, and what is not known stays', () => {
  const shaped = (country: string, state: string, zipCode: string) => Object.values(inUsualShape({ country, state, zipCode })).slice(1)
  expect(shaped('US', 'Illinois', '606071234')).toEqual(['IL', '60607-1234'])
  expect(shaped('CA', 'québec', 'h2x1y4')).toEqual(['QC', 'H2X 1Y4'])
  expect(shaped('US', 'Bavaria', '6060')).toEqual(['Bavaria', '6060'])
  expect(shaped('DE', 'Bayern', 'd-80331')).toEqual(['Bayern', '80331'])
  expect(shaped('AE', 'Dubai', '00000')).toEqual(['Dubai', ''])
  expect(inUsualShape({ state: 'il', zipCode: '60607' })).toEqual({ state: 'IL', zipCode: '60607' })
})
