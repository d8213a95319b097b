import { describe, expect, test } from 'vitest'
import type { Unit } from '../units.ts'
import { type QueryContext, type QueryFact, type Reading, readQuery } from './read-query.ts'
import { type SearchLanguage } from './search-language.ts'
import { indexSynonyms, type Synonym, wordsOfSynonyms } from './synonyms.ts'
import { wantOf } from './terms.ts'
import { type Stem, slipsBetween, vectorsOf, wordsOf } from './words.ts'

const fact = (key: string, label: string, unit: Unit, decimals = 0, names: string[] = []): QueryFact => ({
  id: key,
  key,
  label,
  unit,
  decimals,
  names,
})
const FACTS = [
  fact('feed-width', 'Feed width', 'mm', 0, ['einzugsbreite']),
  fact('board-thickness', 'Board thickness', 'mm', 1),
  fact('power', 'Power', 'kW', 2),
  fact('noise', 'Noise', 'dB(A)'),
  fact('throughput', 'Throughput', 'units/h'),
  fact('net-weight', 'Net weight', 'kg', 1, ['weight']),
]
const SYNONYMS: Synonym[] = [
  { language: 'en', kind: 'finds', terms: ['shredder', 'cardboard shredder'], targets: ['mat maker', 'chip maker'] },
  { language: 'en', kind: 'same', terms: ['disc', 'blade'], targets: [] },
  { language: 'en', kind: 'instead', terms: ['packing peanuts', 'peanuts'], targets: ['chips'] },
  { language: 'en', kind: 'answer', terms: ['leasing'], targets: [], answer: { title: 'Leasing', text: '', href: '/contact' } },
  { language: 'de', kind: 'finds', terms: ['schredder'], targets: ['chip maker'] },
  { language: 'de', kind: 'finds', terms: ['karton'], targets: ['board'] },
]
/** Plurals only: enough to see that stems are compared. */
const stem: Stem = (word) => word.replace(/s$/, '')
const WORDS = new Set('mat maker chip disc belt ecomat chipmaster conveyor cutter extractor quiet board machine'.split(' '))

const isWord = (word: string) => WORDS.has(word) || WORDS.has(stem(word, 'en')) || wordsOfSynonyms(SYNONYMS).has(word)

const context: QueryContext = {
  stem,
  synonyms: indexSynonyms(SYNONYMS, stem),
  facts: FACTS,
  isWord,
  isPair: (first, second) => isWord(first) && isWord(second),
  isNoun: (word) => ['mat', 'chip', 'maker', 'disc'].includes(stem(word, 'en')),
  isSynonym: (word) => wordsOfSynonyms(SYNONYMS).has(word),
  isPart: (word) => [...WORDS].some((known) => known.includes(word)),
  near: (word) => [...WORDS].filter((known) => slipsBetween(word, known, word.length > 7 ? 2 : 1) <= (word.length > 7 ? 2 : 1)),
}
const read = (typed: string, language: SearchLanguage = 'en') => readQuery(typed, language, context)
const chips = ({ filters }: Reading) => filters.map(({ label, display }) => `${label}: ${display}`)
const termsOf = ({ terms }: Reading) => terms.map(({ typed }) => typed)
const found = ({ terms }: Reading) => terms.map(({ alternatives }) => alternatives.map(({ words }) => words.join(' ')))

describe('quantities', () => {
  test('430mm is any length of 430 mm, or the words', () => {
    const [term] = read('430mm').terms
    expect(term?.values).toMatchObject([
      { attributeId: 'feed-width', min: 429.5, max: 430.5 },
      { attributeId: 'board-thickness', min: 429.95, max: 430.05 },
    ])
    expect(found(read('430mm'))).toEqual([['430 mm']])
  })

  test('17 in feed width is the feed width within 1%', () => {
    const [term] = read('17 in feed width').terms
    expect(term?.values).toHaveLength(1)
    expect(term?.values[0]?.min).toBeCloseTo(427.48, 2)
    expect(term?.values[0]?.max).toBeCloseTo(436.12, 2)
    expect(termsOf(read('17 in feed width'))).toEqual(['17 in'])
  })

  test('1 hp is 0.7457 kW within 1%', () => {
    const [power] = read('1 hp').terms[0]?.values ?? []
    expect([power?.attributeId, Number(power?.min) < 0.75, Number(power?.max) > 0.75, Number(power?.max) < 0.76]).toEqual([
      'power',
      true,
      true,
      true,
    ])
  })
})

test('a size is read in mm, one in inches within 1%', () => {
  expect(found(read('60 x 40 cm'))[0]).toEqual(['600 400', '400 600', '60 40 cm'])
  expect(found(read('mat 600 x 400 mm'))[0]).toEqual(['600 400', '400 600'])
  expect(found(read('23.6 x 15.7 in'))[0]).toContain('600 400')
  expect(found(read('24 x 16 in'))[0]).not.toContain('600 400')
})

describe('ranges and prices', () => {
  test.each([
    ['chip maker under 2 kw', ['Power: under 2 kW']],
    ['feed width 400 to 700 mm machine', ['Feed width: 400 mm to 700 mm']],
    ['at least 300 units/h', ['Throughput: at least 300 units/h']],
    ['over 300 units/h', ['Throughput: over 300 units/h']],
    ['machine under $5,000', ['Price: under $5,000']],
    ['moins de 75 dB', ['Noise: under 75 dB(A)']],
    ['machine 5000 dollars', ['Price: up to $5,000']],
    ['weight up to 100 kg', ['Net weight: up to 100 kg']],
    ['under 20 mm', ['Length: under 20 mm']],
    ['chip maker under 15000', ['Price: under $15,000']],
    ['chip maker max 15k', ['Price: up to $15,000']],
    ['belt no more than 12.50', ['Price: up to $12.5']],
    ['machine over 9,000', ['Price: over $9,000']],
    ['machine between 10000 and 15000', ['Price: $10,000 to $15,000']],
    ['budget 5000', ['Price: up to $5,000']],
  ])('%s becomes a filter', (typed, display) => {
    expect(chips(read(typed))).toEqual(display)
  })

  test('a number without a unit is a price in euros in German and French, and none beside a fact', () => {
    expect(chips(read('Maschine bis 5000', 'de'))).toEqual(['Price: up to €5,000'])
    expect(chips(read('machine moins de 5000', 'fr'))).toEqual(['Price: under €5,000'])
    expect(chips(read('weight under 100'))).toEqual(['Net weight: under 100 kg'])
    expect(chips(read('machine over 3'))).toEqual([])
  })

  test.each([
    ['750 ml', '75 cl'],
    ['75 cl', '750 ml'],
    ['0.75 l', '75 cl'],
    ['200 liters', '0.2 m³'],
    ['220v', '230 V'],
    ['240 volt', '230 V'],
    ['380 V', '400 V'],
  ])('%s is also written %s', (typed, written) => {
    expect(found(read(typed))[0]).toContain(wordsOf(written).join(' '))
  })

  test('Kartonschredder unter 1 kW is karton, schredder and a power under 1', () => {
    const reading = read('Kartonschredder unter 1 kW', 'de')
    expect(chips(reading)).toEqual(['Power: under 1 kW'])
    expect(found(reading)).toEqual([
      ['karton', 'board'],
      ['schredder', 'chip maker'],
    ])
  })

  test('a filter says what the search is without it, and keeps its own words out of the terms', () => {
    const reading = read('Quiet machine, feed width 400 to 700 mm')
    expect(reading.filters.map(({ without }) => without)).toEqual(['Quiet machine,'])
    expect(reading.terms.map(({ typed, type }) => [typed, type])).toEqual([
      ['quiet', null],
      ['machine', 'whole'],
    ])
  })
})

describe('words', () => {
  test('a phrase of a synonym is taken before its words, and finds its targets', () => {
    expect(found(read('cardboard shredders'))).toEqual([['cardboard shredder', 'mat maker', 'chip maker']])
    expect(found(read('blade'))).toEqual([['blade', 'disc', 'blade']])
  })

  test('what serves instead is named, and an answer is a card', () => {
    expect(read('packing peanuts')).toMatchObject({ instead: ['packing peanuts'], answers: [] })
    expect(read('leasing').answers.map(({ title }) => title)).toEqual(['Leasing'])
  })

  test('neighbors that are one word are joined, and one word that is two is split', () => {
    expect(found(read('eco mat belt'))[0]).toEqual(['ecomat', 'eco mat'])
    expect(found(read('matmaker'))).toEqual([['mat'], ['maker']])
  })

  test('a word that nothing has is read as the nearest ones', () => {
    for (const [typed, meant] of [
      ['conveyer', 'conveyor'],
      ['extracter', 'extractor'],
      ['ctuter', 'cutter'],
    ] as const) {
      const reading = read(typed)
      expect(reading.corrections).toEqual([{ from: typed, to: meant }])
      expect(reading.terms[0]?.alternatives.some(({ words, isSoft }) => isSoft && words[0] === meant)).toBe(true)
    }
    expect(read('ctuter ctuter').corrections).toHaveLength(1)
    expect(read('chipmastr').corrections).toEqual([{ from: 'chipmastr', to: 'chipmaster' }])
  })

  test('digits and words under 4 letters are never corrected, and a part of a word is one', () => {
    expect(read('ecomat 1001 mta').corrections).toEqual([])
    expect(read('conv').terms[0]?.alternatives).toContainEqual({ words: ['conv'], isPhrase: false, isPrefix: true })
  })

  test('a code is read with and without its hyphens', () => {
    expect(read('EM-DSK-430')).toMatchObject({ code: 'emdsk430' })
    expect(found(read('belt EM-DSK-430'))).toEqual([['belt'], ['em dsk 430', 'emdsk430']])
  })

  test.each([
    ['en', 'knife for perforator', 'knife', 'perforator'],
    ['en', 'a knife for a perforator', 'knife', 'perforator'],
    ['en', 'I need a knife for a perforator', 'knife', 'perforator'],
    ['en', 'looking for a knife for the perforator', 'knife', 'perforator'],
    ['en', "I'm looking for a knife for the perforator", 'knife', 'perforator'],
    ['en', 'I’d like a knife for my perforator', 'knife', 'perforator'],
    ['en', 'set of knives for the perforator', 'knives', 'perforator'],
    ['de', 'ein Satz von Messern für den Perforator', 'messern', 'perforator'],
    ['fr', 'jeu de lames pour perforateur', 'lames', 'perforateur'],
    ['en', 'set of knives', '', ''],
    ['en', 'disc set for perforator', 'disc set', 'perforator'],
    ['en', 'something for the perforator', '', ''],
    ['en', 'for a perforator', '', ''],
    ['en', 'what is a perforator', '', ''],
    ['en', 'knife a perforator', '', ''],
    ['de', 'ich suche ein Messer fuer den Perforator', 'messer', 'perforator'],
    ['de', 'Ich brauche ein Messer für den Perforator', 'messer', 'perforator'],
    ['de', 'auf der Suche nach einem Messer vom Perforator', 'messer', 'perforator'],
    ['de', 'Messer des Perforators', 'messer', 'perforators'],
    ['fr', 'une lame pour le perforateur', 'lame', 'perforateur'],
    ['fr', "j'ai besoin d'une lame pour le perforateur", 'lame', 'perforateur'],
    ['fr', 'je cherche une lame pour un perforateur', 'lame', 'perforateur'],
    ['fr', 'lame à papier', 'lame', 'papier'],
    ['fr', "à la recherche d'une lame d'extracteur", 'lame', 'extracteur'],
    ['fr', 'lame pour un broyeur au carton', 'lame', 'broyeur carton'],
  ] as const)('(%s) “%s” wants: %s, for: %s', (language, typed, thing, purpose) => {
    const want = wantOf(read(typed, language).terms)
    expect([want?.things, want?.purposes].map((terms = []) => terms.map((term) => term.typed).join(' '))).toEqual([thing, purpose])
  })

  test('stop words weigh nothing unless nothing else is left, and the name of a type adds nothing beside other words', () => {
    expect(termsOf(read('a belt for the machine'))).toEqual(['belt', 'machine'])
    expect(termsOf(read('the'))).toEqual(['the'])
    expect(termsOf(read('ecomat packaging'))).toEqual(['ecomat'])
    expect(termsOf(read('quiet packaging'))).toEqual(['quiet', 'packaging'])
    expect(read('machines').terms).toMatchObject([{ type: 'machine' }])
  })
})

test('a document has each word and its stem at its place, its kind as one word and its codes', () => {
  const texts = { title: ['EcoMat1000 discs'], kind: 'Chip Makers', facts: ['Width 1,000 mm'], body: ['0,750 kW'], codes: ['EM-DSK 430'] }
  const { title, words } = vectorsOf(texts, stem)
  expect(words.split(' ').slice(0, 4)).toEqual(["'ecomat':1A", "'1000':2A,15C", "'discs':3A", "'disc':3A"])
  expect(words).toContain("'0.75':")
  expect(title).toBe("'ecomat':1A '1000':2A 'discs':3A 'disc':3A 'chip maker':16001B 'emdsk430':16001A")
  expect(wordsOf('Slit mat 600x400 Größe')).toEqual(['slit', 'mat', '600', '400', 'grosse'])
})
