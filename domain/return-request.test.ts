import { expect, test } from 'vitest'
import { isSellersDoing, RETURN_REASONS, returnNumber } from './return-request.ts'

test('the shipping comes back where the seller is the reason of a return', () => {
  expect(RETURN_REASONS.filter(isSellersDoing)).toEqual(['faulty', 'damaged', 'wrong'])
})

test('the returns of an order are numbered', () => {
  expect(returnNumber('ORD-1', 2)).toBe('ORD-1-R2')
})
