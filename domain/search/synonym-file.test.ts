import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinCell, readTargets, splitCell, targetsCell } from './synonym-file.ts'

test.each([
  ['mat maker; padding machine', ['mat maker', 'padding machine']],
  ['mat maker;padding machine;', ['mat maker', 'padding machine', '']],
  ['one\ntwo', ['one', 'two']],
  ['a\\;b; c\\\\', ['a;b', 'c\\']],
  ['', ['']],
])('the cell %j holds %j', (cell, texts) => {
  expect(splitCell(cell)).toEqual(texts)
})

test('what is joined to a cell is read as it was, whatever signs it has', () => {
  const text = fc.string({ minLength: 1 }).map((typed) => typed.replaceAll('\n', ' ').trim())
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), (texts) => {
      expect(splitCell(joinCell(texts))).toEqual(texts)
    }),
  )
})

test('a card is written with its text and link, and read again', () => {
  const answer = { title: 'Renting', text: "We don't lease; ask us.", href: '/contact' }
  const cell = targetsCell({ targets: [], answer })
  expect(cell).toBe("Renting; We don't lease\\; ask us.; /contact")
  expect(readTargets('answer', cell)).toEqual({ targets: [], answer })
  expect(readTargets('answer', targetsCell({ targets: [], answer: { ...answer, text: '' } })).answer).toEqual({ ...answer, text: '' })
  expect(readTargets('finds', 'cutter; ; shredder')).toEqual({ targets: ['cutter', 'shredder'], answer: null })
})
