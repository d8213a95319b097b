import { expect, test } from 'vitest'
import { type Term, wantOf } from './terms.ts'
import { byNeed, type Need, needsOf, saysEnough } from './wanted.ts'

const term = (typed: string, more: Partial<Term> = {}): Term => ({
  typed,
  marked: [typed],
  alternatives: [],
  values: [],
  type: null,
  role: 'word',
  place: 0,
  ...more,
})
const filter = { key: 'price', label: 'Price', display: 'under $5', without: '', values: [], price: null }
const need = (rank: Need['rank']): Need => ({ typed: rank, terms: [], filters: [], rank, place: 0 })

test('a thing is given up after how it is, after words and after numbers; of two things the head of the phrase stays', () => {
  const terms = [
    term('quiet', { role: 'quality', place: 1 }),
    term('machine', { type: 'whole', role: 'noun', place: 2 }),
    term('paper', { place: 3 }),
    term('640', { role: 'number', place: 4 }),
    term('belt', { role: 'noun', place: 5 }),
    term('shredder', { role: 'noun', place: 1 }),
  ]
  const ordered = needsOf({ terms, filters: [filter] }).sort(byNeed)
  expect(ordered.map(({ typed }) => typed)).toEqual(['shredder', 'belt', '640', 'under $5', 'paper', 'machine', 'quiet'])
})

test('what a thing is for is given up before the thing, after how it is', () => {
  const terms = [
    term('quiet', { role: 'quality' }),
    term('table', { role: 'noun', place: 9 }),
    term('perforator', { role: 'noun', place: 2, isPurpose: true }),
    term('loud', { role: 'quality', isPurpose: true }),
  ]
  expect(
    needsOf({ terms, filters: [] })
      .sort(byNeed)
      .map(({ typed }) => typed),
  ).toEqual(['table', 'perforator', 'quiet', 'loud'])
})

test('a thing and what it is for are distinguished only where a search says both', () => {
  const typed = (terms: readonly Term[]) => {
    const want = wantOf(terms)
    return want && [want.things, want.purposes].map((some) => some.map((one) => one.typed))
  }
  const [knife, mat] = [term('knife', { role: 'noun' }), term('mat', { role: 'noun', isPurpose: true })]
  expect(typed([term('cheap', { role: 'quality' }), knife, mat, term('5', { role: 'number', isPurpose: true })])).toEqual([
    ['knife'],
    ['mat'],
  ])
  for (const some of [
    [knife],
    [mat],
    [term('cheap', { role: 'quality' }), mat],
    [knife, term('big', { role: 'quality', isPurpose: true })],
  ])
    expect(typed(some)).toBeNull()
})

test('the halves of a compound are kept or given up together', () => {
  const terms = [
    term('karton', { compound: 'kartonschredder' }),
    term('schredder', { compound: 'kartonschredder' }),
    term('leise', { role: 'quality' }),
  ]
  expect(needsOf({ terms, filters: [] }).map(({ typed, terms: parts }) => [typed, parts.length])).toEqual([
    ['leise', 1],
    ['kartonschredder', 2],
  ])
})

test('neither a number, a type nor a quality stands for a word that is lost', () => {
  for (const rank of ['number', 'type', 'quality'] as const) {
    expect(saysEnough([need(rank)], [need('word')]), rank).toBe(false)
    expect(saysEnough([need(rank)], [need('quality')]), rank).toBe(true)
  }
  expect(saysEnough([need('word')], [need('word')])).toBe(true)
  expect(saysEnough([], [need('quality')])).toBe(false)
})
