import { expect, test } from 'vitest'
import type { CartItem } from '#contract/cart/cart.ts'
import { blockersOf, changedMeanwhile, unavailableText } from './accept-prices.ts'

const item = (productId: string, more: Partial<CartItem> = {}): CartItem => ({
  productId,
  slug: productId,
  name: productId,
  image: '',
  category: 'accessories',
  features: [],
  price: 10,
  listPrice: 10,
  discountPercent: 0,
  discountFrom: null,
  lineTotal: 10,
  previousPrice: null,
  quantity: 1,
  stock: 5,
  minQuantity: 1,
  quantityStep: 1,
  content: null,
  isCustom: false,
  available: true,
  notice: null,
  shippingClass: 'parcel',
  shipping: 'rate',
  leadTimeDays: null,
  supplyNotice: null,
  hasSupply: false,
  arrives: null,
  businessId: 'b',
  businessName: 'B',
  ...more,
})
const ids = (items: readonly CartItem[]) => items.map(({ productId }) => productId)

test('D76 D96 a changed price waits for the buyer, unavailable products have to be removed first', () => {
  const items = [item('same'), item('dearer', { previousPrice: 8 }), item('gone', { available: false, previousPrice: 8 })]
  const { changed, unavailable } = blockersOf({ items })
  expect([ids(changed), ids(unavailable)]).toEqual([['dearer'], ['gone']])
})

test('D76 a price that changes once more while it is accepted is reported', () => {
  const accepted = [item('a'), item('b')]
  expect(changedMeanwhile(accepted, { items: [item('a'), item('b', { listPrice: 12 })] })).toEqual([
    'The price of b has changed again. Please check it.',
  ])
})

test.each([
  ['more than there is', { quantity: 8 }, true],
  ['fewer than the minimum', { minQuantity: 2 }, true],
  ['sold out', { stock: 0 }, false],
  ['of a seller that pauses', {}, false],
])('a line that cannot be bought, %s: another quantity is suggested where one can be bought', (_, line, byQuantity) => {
  const what = byQuantity ? 'Change its quantity or remove it first.' : 'Remove it first.'
  expect(unavailableText([item('one', { available: false, ...line })])).toBe(`A product in your cart can't be bought right now. ${what}`)
})
