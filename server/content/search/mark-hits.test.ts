import { expect, test } from 'vitest'
import { searchWords } from '#server/platform/text/search-text.ts'
import { markHits, markPassage } from './mark-hits.ts'

/** The segments as one text, hits in brackets. */
const marked = (text: string, search: string) =>
  markHits(text, searchWords(search))
    .map((segment) => (segment.isHit ? `[${segment.text}]` : segment.text))
    .join('')

test.each([
  ['any case', 'Feed Roller 430', 'roller', 'Feed [Roller] 430'],
  ['marks of letters', 'Kühlröhre', 'kuhl', '[Kühl]röhre'],
  ['a letter that becomes two', 'Maß und Größe', 'mass', '[Maß] und Größe'],
  ['combining marks', 'Cafe\u0301 Cafe', 'cafe', '[Cafe\u0301] [Cafe]'],
  ['several words, in any order', 'Feed roller 430', '430 feed', '[Feed] roller [430]'],
  ['words that overlap', 'conveyor', 'convey veyor', '[conveyor]'],
  ['beginnings of words before the middle of words', 'Mat maker for automatic use', 'mat', '[Mat] maker for automatic use'],
  ['the middle of a word where nothing begins with it', 'EcoMat 1000', 'mat', 'Eco[Mat] 1000'],
  ['a word of two letters beside others only alone', 'Slits boxes into mats, 17 in wide', '17 in', 'Slits boxes into mats, [17] [in] wide'],
  ['a word of two letters by itself anywhere', 'Slits boxes into mats', 'in', 'Slits boxes [in]to mats'],
  ['no stop words beside others', 'Sleeve for a bottle', 'machine for a bottle', 'Sleeve for a [bottle]'],
  ['stop words by themselves', 'Sleeve for a bottle', 'for', 'Sleeve [for] a bottle'],
  ['a hyphen as a space', 'Roll-stand', 'roll stand', '[Roll]-[stand]'],
  ['nothing', 'Feed roller', 'table', 'Feed roller'],
  ['signs as they are', 'a <b> & c', '<b>', 'a [<b>] & c'],
  ['whole characters outside the BMP', '🎁 box 🎁', 'box', '🎁 [box] 🎁'],
])('hits are marked: %s', (_name, text, search, expected) => {
  expect(marked(text, search)).toBe(expected)
})

test('nothing of a text gets lost', () => {
  const text = 'Ünïcode ß ﬀ 🎁 — test\u0301'
  expect(
    markHits(text, searchWords('code ss ff test'))
      .map((segment) => segment.text)
      .join(''),
  ).toBe(text)
})

test('the passage around the first hit is shown, at most 140 characters, in whole words', () => {
  const long = `${'The machine has been built for small rooms and long days. '.repeat(5)}Its conveyor can be stowed when the work is done, ${'and that is good. '.repeat(10)}`
  const passage = markPassage(['A short description.', long], searchWords('conveyor'))
  const text = passage.map((segment) => segment.text).join('')
  expect(text.length).toBeLessThanOrEqual(141)
  expect(text).toMatch(/^….*\bconveyor\b.*…$/)
  expect(passage.find(({ isHit }) => isHit)?.text).toBe('conveyor')
})

test('without a hit the first text is shown from its beginning', () => {
  expect(markPassage(['A short description.', 'More.'], searchWords('zebra'))).toEqual([{ text: 'A short description.', isHit: false }])
  expect(markPassage([], searchWords('zebra'))).toEqual([])
})
