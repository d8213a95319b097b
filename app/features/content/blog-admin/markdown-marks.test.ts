import { expect, test } from 'vitest'
import { editOf, type Mark } from './markdown-marks.ts'

/** `[` and `]` stand around what is selected. */
function apply(mark: Mark, marked: string, address?: string): string {
  const start = marked.indexOf('[')
  const end = marked.indexOf(']') - 1
  const text = marked.replace('[', '').replace(']', '')
  const edit = editOf(mark, { text, start, end }, address)
  const after = text.slice(0, edit.from) + edit.insert + text.slice(edit.to)
  return `${after.slice(0, edit.start)}«${after.slice(edit.start, edit.end)}»${after.slice(edit.end)}`
}

test.each([
  ['bold', 'a [word] b', 'a **«word»** b'],
  ['bold', 'a **[word]** b', 'a «word» b'],
  ['bold', 'a []b', 'a **«bold text»**b'],
  ['italic', '[x]', '*«x»*'],
  ['code', '[x]', '`«x»`'],
  ['heading', 'one\ntw[]o\nthree', 'one\n«## two»\nthree'],
  ['heading', '## tw[]o', '«two»'],
  ['subheading', '## tw[]o', '«### two»'],
  ['list', 'o[ne\ntw]o', '«- one\n- two»'],
  ['list', '- o[ne\n- tw]o', '«one\ntwo»'],
  ['numbers', '- o[ne\n- tw]o', '«1. one\n2. two»'],
  ['quote', '[]', '«> »'],
  ['link', 'see [here] now', 'see [here](«https://») now'],
  ['link', '[]', '[link text](«https://»)'],
] as const)('the tool %s makes of %j %j', (mark, before, after) => {
  expect(apply(mark, before)).toBe(after)
})

test('a picture that was uploaded stands with its address, and its words are what one types next', () => {
  expect(apply('picture', 'a []b', '/media/x.webp')).toBe('a ![«what the picture shows»](/media/x.webp)b')
})
