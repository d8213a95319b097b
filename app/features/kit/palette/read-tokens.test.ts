import { expect, test } from 'vitest'
import { contrast, parseRgb, toHex } from './read-tokens.ts'

test('colors are read as the browser gives them, and their contrast is that of WCAG', () => {
  expect(parseRgb('rgb(18, 23, 58)')).toEqual([18, 23, 58])
  expect(parseRgb('rgba(0, 0, 0, 0)')).toBeNull()
  expect(parseRgb('transparent')).toBeNull()
  expect(toHex([18, 23, 58])).toBe('#12173a')
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21)
  expect(contrast([255, 255, 255], [255, 255, 255])).toBe(1)
  expect(contrast([119, 119, 119], [255, 255, 255])).toBeCloseTo(4.48, 2)
})
