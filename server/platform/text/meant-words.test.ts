import { expect, test } from 'vitest'
import { cpuTimeOf } from '#server/testing/cpu-time.ts'
import { isMeant, meantWords, nearPatterns } from './meant-words.ts'

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

test('every word that may be meant has one of the patterns by which it is looked up', () => {
  const letters = 'abc'
  let seed = 1
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const letter = () => letters[random(letters.length)] ?? 'a'
  const isLike = (pattern: string, word: string) => new RegExp(`^${pattern.replaceAll('%', '.*')}$`).test(word)
  let meant = 0
  for (let round = 0; round < 20_000; round += 1) {
    const typed = Array.from({ length: 5 + random(6) }, letter).join('')
    const at = random(typed.length)
    const [before, after] = [typed.slice(0, at), typed.slice(at + 1)]
    const stem = [
      `${before}${letter()}${after}`,
      `${before}${after}`,
      `${before}${letter()}${typed.slice(at)}`,
      `${before}${after[0] ?? ''}${typed[at]}${after.slice(1)}`,
    ][random(4)]
    const word = `${stem}${Array.from({ length: random(3) }, letter).join('')}`
    if (!isMeant(typed, word)) continue
    meant += 1
    expect([typed, word, nearPatterns(typed).some((pattern) => isLike(pattern, word))]).toEqual([typed, word, true])
  }
  expect(meant).toBeGreaterThan(15_000)
})
