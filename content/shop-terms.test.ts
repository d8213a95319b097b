import { expect, test } from 'vitest'
import { contractText } from './shop-terms.ts'

test.each([
  ['platform', ['Carton Clair'], 'Sold by Carton Clair; your contract is with Reflute.'],
  ['platform', ['Carton Clair', 'Papkram', 'Carton Clair'], 'Sold by Carton Clair and Papkram; your contract is with Reflute.'],
  ['seller', ['Carton Clair'], 'Sold by Carton Clair; your contract is with Carton Clair.'],
  ['seller', ['Carton Clair', 'Papkram'], 'Sold by Carton Clair and Papkram; you have a separate contract with each.'],
] as const)('T1 where the seller of record is the %s, products of %j say with whom the contract is', (sellerOfRecord, sellers, text) => {
  expect(contractText(sellerOfRecord, sellers, 'Reflute')).toBe(text)
})
