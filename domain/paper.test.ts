import { expect, test } from 'vitest'
import { copyDueAt, type PaperKind, paperTypeOf } from './paper.ts'
import { guessPaper, readPaperSearch, skuIn } from './paper-names.ts'

const bytesOf = (...parts: (string | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...part].map((letter) => letter.charCodeAt(0)) : part)))
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

test.each([
  ['a PDF', bytesOf('%PDF-1.7\nbody\n%%EOF\n'), 'pdf'],
  ['a PNG', bytesOf(PNG, 'body', 'IEND', [1, 2, 3, 4]), 'png'],
  ['a JPEG', bytesOf([0xff, 0xd8, 0xff, 0xe0], 'body', [0xff, 0xd9]), 'jpg'],
  ['a PDF that was cut short', bytesOf('%PDF-1.7\nbody'), null],
  ['a PNG that was cut short', bytesOf(PNG, 'body'), null],
  ['a page', bytesOf('<html>%PDF-1.7 %%EOF</html>'), null],
  ['a program', bytesOf('MZ', [0x90], '%%EOF'), null],
  ['nothing', bytesOf(), null],
])('%s is known by its content', (_, bytes, type) => {
  expect(paperTypeOf(bytes)).toBe(type)
})

test.each<[name: string, kind: PaperKind, language: string | null, revision: string, law?: string]>([
  ['ECO-1000_manual_de_rev3.pdf', 'manual', 'de', '3'],
  ['Ecomat 1000 Betriebsanleitung.pdf', 'manual', 'de', ''],
  ['Notice d’utilisation ECOMAT FR v2.1.pdf', 'manual', 'fr', '2.1'],
  ['ecomat-1000-EN-Declaration-of-Conformity-2026-03.pdf', 'declaration', 'en', '2026-03'],
  ['Konformitätserklärung.pdf', 'declaration', 'de', ''],
  ['ECO-1000 EU DoC fr.pdf', 'declaration', 'fr', ''],
  ['declaration_de_2006-42_(EU) 2023-1230_rev2.pdf', 'declaration', 'de', '2', '2006/42, 2023/1230'],
  ['packaging_en_2025-40.pdf', 'packaging', 'en', '', '2025/40'],
  ['manual_en_2006-42.pdf', 'manual', 'en', '2006-42'],
  ['mat-packaging-declaration-de.pdf', 'packaging', 'de', ''],
  ['Ersatzteilliste R4.pdf', 'parts', 'de', '4'],
  ['spare parts manual en.pdf', 'parts', 'en', ''],
  ['datasheet_it.pdf', 'data_sheet', 'it', ''],
  ['safety-information_pl.png', 'safety', 'pl', ''],
  ['recycled content test report.pdf', 'proof', null, ''],
  ['scan0001.jpg', 'other', null, ''],
])('%s is read as %s, %s, revision %j', (name, kind, language, revision, law = '') => {
  expect(guessPaper(name)).toEqual({ kind, language, revision, law })
})

test('a file belongs to the longest SKU that its name begins with, whole', () => {
  const skus = ['ECO', 'ECO-1000', 'ECO-10', '']
  expect(skuIn('eco-1000_manual_de.pdf', skus)).toBe('ECO-1000')
  expect(skuIn('ECO-10 manual.pdf', skus)).toBe('ECO-10')
  expect(skuIn('ECO-100 manual.pdf', skus)).toBe('ECO')
  expect(skuIn('ECOMAT manual.pdf', skus)).toBeNull()
  expect(skuIn('manual ECO.pdf', skus)).toBeNull()
})

test.each([
  ['ecomat manual', ['manual'], [], ['ecomat']],
  ['the manual for the ecomat 1000 in german', ['manual'], ['de'], ['ecomat', '1000']],
  ['betriebsanleitung ecomat', ['manual'], [], ['ecomat']],
  ['declaration of conformity chipmaster', ['declaration', 'packaging', 'declaration', 'packaging'], [], ['chipmaster']],
  ['konformitatserklarung chipmaster deutsch', ['declaration', 'packaging'], ['de'], ['chipmaster']],
])('“%s” asks for papers', (search, kinds, languages, words) => {
  expect(readPaperSearch(search.split(' '))).toEqual({ kinds, languages, words })
})

test.each(['manual', 'the manual pdf', 'ecomat', 'spare parts ecomat', 'packaging'])('“%s” asks for no paper of a product', (search) => {
  expect(readPaperSearch(search.split(' '))).toBeNull()
})

test.each([
  ['2026-11-29', '2026-12-29'],
  ['2027-01-31', '2027-02-28'],
  ['2026-08-31', '2026-09-30'],
])('a copy that is asked for on %s is due on %s', (askedOn, dueOn) => {
  expect(copyDueAt(new Date(`${askedOn}T10:00:00Z`)).toISOString()).toBe(`${dueOn}T10:00:00.000Z`)
})
