import { expect, test } from 'vitest'
import { cpuTimeOf } from '#server/testing/cpu-time.ts'
import { meantWords } from './meant-words.ts'

const WORDS = ['blade', 'block', 'blend', 'roller', 'rollers', 'cutter', 'ecomat', 'mat', '1000', 'separator']

test.each([
  ['a wrong letter', 'rollar', ['roller', 'rollers']],
  ['a missing letter', 'seprator', ['separator']],
  ['a letter too many', 'bladee', ['blade']],
  ['two letters exchanged', 'ctuter', ['cutter']],
  ['two letters exchanged at the end', 'ecoamt', ['ecomat']],
  ['a missing first letter', 'colled', []],
  ['two slips', 'rullar', []],
  ['a word that the shop has', 'roller', []],
  ['a part of a word that the shop has', 'separ', []],
  ['a word too short to tell', 'matt', []],
  ['a word with other signs', 'roll%r', []],
])('D45 %s: %s is read as %j', (_name, typed, meant) => {
  expect(meantWords(typed, WORDS)).toEqual(meant)
})

test('a hostile word costs nothing', async () => {
  const words = Array.from({ length: 20_000 }, (_, index) => `${'a'.repeat(23)}${index}`)
  expect(await cpuTimeOf(() => meantWords('a'.repeat(24), words))).toBeLessThan(100)
})
