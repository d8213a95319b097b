import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Product } from '#contract/catalog/products.ts'
import { notOfferedText } from '#domain/producer-streams.ts'
import { structuredData } from './structured-data.ts'

const EXAMPLES = join(import.meta.dirname, '../../../../server/platform/http/examples.json')
const { display: _display, ...product } = Product.parse(JSON.parse(readFileSync(EXAMPLES, 'utf8'))['products.byId'].answer)

const QUOTE = 'Freight to Germany is by quote.'
const DELIVERY = { country: 'DE', place: 'Germany', isQuote: true, notice: QUOTE, methods: [] }
const shown = (reason: string | null) => {
  const price = { USD: 1, EUR: 1 }
  const none = { USD: null, EUR: null }
  const display = {
    price,
    salePrice: none,
    formerPrice: none,
    unitPrice: null,
    rate: 0,
    includesTax: false,
    sellable: reason === null,
    reason,
  }
  return { ...product, display, delivery: DELIVERY }
}
const hasOffer = (of: Product) => JSON.stringify(structuredData(of)).includes('"Offer"')

test('a page has an offer where the product is sold, or sold by quote, and none where it is not available', () => {
  expect(hasOffer(product)).toBe(true)
  expect(hasOffer(shown(null))).toBe(true)
  expect(hasOffer(shown(QUOTE))).toBe(true)
  expect(hasOffer(shown(notOfferedText('FR')))).toBe(false)
})
