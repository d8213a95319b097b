import { expect, test } from 'vitest'
import { isPrintable } from '#domain/letters.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { PRINTED_NAMES, REWRITTEN_NAMES } from '#server/testing/script-names.ts'
import { withLatinLetters } from './latin-letters.ts'
import { createPdf } from './pdf.ts'

const facts = { title: 'Liste Łódź', subject: 'A list.', author: 'Καρτόν Łódź', createdAt: new Date('2026-03-04T05:06:00Z') }
const NOTE = "Names in scripts that this document can't print are written in Latin letters."
const flat = (text: string) => text.replaceAll(/\s/g, '')
const decoded = async (texts: readonly string[]) => {
  const pdf = await createPdf(facts, (page) => {
    page.heading(1, 'List')
    page.list(texts)
  })
  return readPdf(pdf).text
}

test('every building block prints names in twelve alphabets as they are written, also on the right and across lines', async () => {
  const pdf = await createPdf(facts, (page) => {
    for (const name of PRINTED_NAMES) {
      page.heading(2, name)
      page.text(name, 'strong')
      page.list([name])
      page.quote(name, name)
      page.link(name, name, 'https://shop.test')
      page.figures([
        { figure: name.slice(0, 4), label: name },
        { figure: '1', label: 'one' },
      ])
      const columns = [
        { title: name, share: 1 },
        { title: 'Amount', share: 1, align: 'right' as const },
      ]
      page.table({ caption: name, columns, rows: [[name, name]], strong: [0] })
    }
    page.text(PRINTED_NAMES.join(', '))
  })
  const text = flat(readPdf(pdf).text)
  for (const name of PRINTED_NAMES) expect(text.split(flat(name)).length - 1, name).toBeGreaterThanOrEqual(12)
  for (const name of PRINTED_NAMES) expect(isPrintable(name), name).toBe(true)
  expect(text).toContain(flat('Καρτόν Łódź'))
  expect(text).not.toContain('?')
  expect(text).not.toContain(flat(NOTE))
})

test('a document holds only the fonts that its letters need, and has the same bytes each time', async () => {
  const bare = { ...facts, title: 'List', author: 'Reflute' }
  const write = (text: string) => createPdf(bare, (page) => page.text(text))
  const fontsIn = async (text: string) => new Set((await write(text)).toString('latin1').match(/\/FontName \/\S+/g)).size
  const own = await fontsIn('Zürich')
  expect([await fontsIn('Łódź'), await fontsIn('Αθήνα'), await fontsIn('Łódź, Αθήνα, София')]).toEqual([own + 1, own + 1, own + 3])
  expect(await write(PRINTED_NAMES.join('\n'))).toEqual(await write(PRINTED_NAMES.join('\n')))
})

test.each(REWRITTEN_NAMES)('a name that cannot be printed, %s, becomes %s, and the document says so', async (name, rewritten) => {
  expect(isPrintable(name)).toBe(false)
  const text = await decoded([name])
  expect(flat(text)).toContain(flat(rewritten))
  expect(text).not.toContain('?')
  expect(text.replaceAll('\n', ' ')).toContain(NOTE)
})

const letters = Array.from({ length: 0x3_2000 }, (_, code) => String.fromCodePoint(code)).filter((letter) => /\p{L}/u.test(letter))

test('no letter of Unicode becomes a question mark', () => {
  expect(withLatinLetters(letters.join(''), (letter) => letter < '\u007f')).not.toContain('?')
})

/**
 * Letters of living languages in Latin, Greek and Cyrillic; the other members of these blocks are those of phonetics and of old
 * manuscripts.
 */
const ALPHABETS = /[A-Za-zªºÀ-ÖØ-öø-ƀƁ-ƊƎ-ƑƓƗ-ƚƝ-ơƤƥƩƬ-ƵǍ-ǜǞ-ǣǦ-ǰǴǵǸ-țȞȟȦ-ȳḀ-ẛẞẠ-ỹΆΈ-ώϏϗἀ-ὼЀ-ѳҊ-ҝҠ-ӿ]/u

test('letters of living languages in Latin, Greek and Cyrillic are printed as they are', async () => {
  const own = letters.filter((letter) => ALPHABETS.test(letter) && letter === letter.normalize('NFC'))
  expect(own.length).toBeGreaterThan(1_000)
  const text = flat(await decoded(own.join('').match(/.{1,60}/gu) ?? []))
  expect(own.filter((letter) => !text.includes(letter))).toEqual([])
})

test.each([
  ['Kāneʻohe', 'Kāne‘ohe'],
  ['Oʻzbekiston', 'O‘zbekiston'],
])('the ʻokina of %s is printed by the quotation mark that looks the same', async (name, printed) => {
  const text = await decoded([name])
  expect(flat(text)).toContain(printed)
  expect(text.replaceAll('\n', ' ')).not.toContain(NOTE)
})

test.each([
  ['M̧ajeļ', 'Majeļ'],
  ['ё̆', 'ё'],
  ['ẹ̊', 'ẹ'],
])('marks that no font has on their letter are left out, as of %s, and the document says so', async (name, printed) => {
  const text = await decoded([name])
  expect(flat(text)).toContain(flat(printed))
  expect(flat(text)).not.toMatch(/\p{M}/u)
  expect(text.replaceAll('\n', ' ')).toContain(NOTE)
})
