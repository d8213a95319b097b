import { expect, test } from 'vitest'
import { agreedAmount, agreedBody, agreedErrors, LIST_DRAFT, quantityOf } from '#app/features/cart/agreed-draft.ts'
import { draftFor } from './use-customer-form.ts'
import { withProduct } from './use-order-items.ts'

test('D239 what is typed as a quantity is a whole number of units from 1 to 100,000, or nothing', () => {
  expect(['1', ' 12 ', '100000'].map((quantity) => quantityOf({ quantity }))).toEqual([1, 12, 100_000])
  expect(['', '0', '-1', '1.5', '1e3', '100001', 'x'].map((quantity) => quantityOf({ quantity }))).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
    null,
  ])
})

test('D239 a product that is chosen again is one unit more', () => {
  const box = { id: 'a', name: 'Box', images: ['/a.svg'], minQuantity: 1, quantityStep: 1 }
  const once = withProduct([], box)
  expect(once).toEqual([{ id: 'a', name: 'Box', image: '/a.svg', quantity: '1' }])
  expect(withProduct(once, box)[0]?.quantity).toBe('2')
  expect(withProduct([{ ...once[0], id: 'a', name: 'Box', image: '', quantity: 'x' }], box)[0]?.quantity).toBe('1')
})

test('F1: a product with a minimum and steps begins with its minimum, and is a step more when it is chosen again', () => {
  const mat = { id: 'a', name: 'Mat', images: [], minQuantity: 5, quantityStep: 3 }
  const once = withProduct([], mat)
  expect(once[0]?.quantity).toBe('5')
  expect(withProduct(once, mat)[0]?.quantity).toBe('8')
  expect(withProduct([{ ...once[0], id: 'a', name: 'Mat', image: '', quantity: '6' }], mat)[0]?.quantity).toBe('8')
})

test("D100 D239 the form begins with what is known of the customer, else with the account's name", () => {
  const customer = { id: '1', name: 'Ann Mary Lee', email: 'ann@x.test', businessName: null, start: null }
  expect(draftFor(customer)).toMatchObject({ firstName: 'Ann', lastName: 'Mary Lee', email: 'ann@x.test', address: '', country: 'US' })
  const start = { firstName: 'A.', city: 'Bonn', country: 'DE' }
  expect(draftFor({ ...customer, start })).toMatchObject({
    firstName: 'A.',
    lastName: '',
    city: 'Bonn',
    country: 'DE',
    email: 'ann@x.test',
  })
})

test('agreed terms are asked about once they are complete, and a reason is asked for once they differ', () => {
  expect(['1250', '0.5', '9000000', '9000000.01', '-1', '1.005', 'x', ''].map(agreedAmount)).toEqual([
    1250,
    0.5,
    9_000_000,
    null,
    null,
    null,
    null,
    null,
  ])
  const line = {
    key: 'a',
    text: ' Installation ',
    kind: 'service',
    quantity: '2',
    price: '650',
    taxClass: 'standard',
    businessId: 'b',
  } as const
  const draft = {
    ...LIST_DRAFT,
    freeLines: [{ ...line, businessName: 'B' }],
    freight: { amount: '1850', text: 'Sea freight' },
    discount: '100',
  }
  expect(agreedBody(draft)).toEqual({
    customLines: [{ text: 'Installation', kind: 'service', quantity: 2, price: 650, taxClass: 'standard', businessId: 'b' }],
    freight: { amount: 1850, text: 'Sea freight' },
    discount: 100,
  })
  expect(
    agreedBody({ ...draft, freeLines: [{ ...line, businessName: 'B', price: '' }], freight: { amount: '', text: 'x' }, discount: '' }),
  ).toEqual({})
  expect(agreedErrors(LIST_DRAFT, false)).toEqual({})
  expect(Object.keys(agreedErrors({ ...draft, freight: { amount: '1', text: '' } }, true))).toEqual(['freightText', 'reason'])
})
