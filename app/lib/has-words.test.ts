import { expect, test } from 'vitest'
import { hasWords } from './has-words.ts'

test.each([
  ['Void fill', 'FILL void', true],
  ['Void fill', 'void mat', false],
  ['The carrier’s number', "carrier's", true],
  ['Façade', 'facade', true],
  ['Anything', '', true],
  ['Anything', '   ', true],
])('whether "%s" is found by "%s" is %s', (text, search, expected) => {
  expect(hasWords(text, search)).toBe(expected)
})
