import { expect, test } from 'vitest'
import { notForConsumersText } from './consumer-law.ts'
import { offerSafetyGap, safetyGap } from './product-safety.ts'

const contact = (address: string) => ({ name: 'North Fold', address, email: 'safety@north.test' })
const german = contact('Dock 1, 20457 Hamburg, Germany')
const american = contact('1200 Foundry St, Portland, OR 97209, United States of America')
const whole = {
  safety: { manufacturer: german, responsible: null, warnings: '' },
  sku: null,
  mpn: 'M-7',
  hasBusinessAddress: false,
  isBusinessInEu: false,
}

test('L5 a product is offered to consumers in the European Union with maker, type, and a responsible person where the maker is elsewhere', () => {
  expect(safetyGap(whole)).toBeNull()
  expect(safetyGap({ ...whole, mpn: null, sku: 'NF-1' })).toBeNull()
  expect(safetyGap({ ...whole, mpn: null })).toBe('type')
  expect(safetyGap({ ...whole, safety: null })).toBe('maker')
  expect(safetyGap({ ...whole, safety: { manufacturer: american, responsible: null, warnings: '' } })).toBe('responsible')
  expect(safetyGap({ ...whole, safety: { manufacturer: american, responsible: german, warnings: '' } })).toBeNull()
  expect(safetyGap({ ...whole, safety: { manufacturer: american, responsible: american, warnings: '' } })).toBe('responsible')
})

test('L5 without a maker of its own the business is the maker', () => {
  expect(safetyGap({ ...whole, safety: null, hasBusinessAddress: true, isBusinessInEu: true })).toBeNull()
  expect(safetyGap({ ...whole, safety: null, hasBusinessAddress: true })).toBe('responsible')
  const responsible = { manufacturer: null, responsible: german, warnings: '' }
  expect(safetyGap({ ...whole, safety: responsible, hasBusinessAddress: true })).toBeNull()
  expect(safetyGap({ ...whole, safety: responsible })).toBe('maker')
})

test.each([
  ['Dock 1, Hamburg, Germany', true],
  ['Dock 1\nHamburg\ngermany.', true],
  ['Havenweg 2, Rotterdam, The Netherlands ', true],
  ['1 Mill Lane, Belfast, Northern Ireland', false],
  ['Dock 1, Hamburg', false],
  ['5 Market St, Wilmington, DE', false],
  ['Germany House, London, United Kingdom', false],
])('L5 %j is in the European Union: %s', (address, isInEu) => {
  expect(safetyGap({ ...whole, safety: { manufacturer: contact(address), responsible: null, warnings: '' } })).toBe(
    isInEu ? null : 'responsible',
  )
})

test.each([
  [{ hasBusinessAddress: true, isBusinessInEu: true, hasPicture: true }, null],
  [{ hasBusinessAddress: false, isBusinessInEu: true, hasPicture: true }, 'maker'],
  [{ hasBusinessAddress: true, isBusinessInEu: false, hasPicture: true }, 'responsible'],
  [{ hasBusinessAddress: true, isBusinessInEu: true, hasPicture: false }, 'picture'],
] as const)('L5 an offer of goods without a product, by %j, lacks %s', (known, gap) => {
  expect(offerSafetyGap(known)).toBe(gap)
})

test('L5 the sentence names the product and the country', () => {
  expect(notForConsumersText('Feed roller 430', 'DE')).toBe("Feed roller 430 isn't available to private buyers in Germany yet.")
  expect(notForConsumersText('Feed roller 430', 'NL')).toBe("Feed roller 430 isn't available to private buyers in the Netherlands yet.")
})
