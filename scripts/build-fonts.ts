import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import subsetFont from 'subset-font'
import { LETTER_FONTS } from '#server/platform/vendors/pdf-letters.ts'

/*
 * Writes app/fonts (screens) and server/platform/vendors/fonts (PDF): subsets of Archivo and, for more letters on paper, Inter (both OFL)
 * with only the characters and axes in use. Run it when a character is missing.
 */

const SOURCES = join(import.meta.dirname, '../node_modules/@fontsource-variable')
const SCREEN = join(import.meta.dirname, '../app/fonts')
const PRINT = join(import.meta.dirname, '../server/platform/vendors/fonts')

const ASCII = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => index + 32))
const LATIN_1 = String.fromCharCode(...Array.from({ length: 96 }, (_, index) => index + 160))
const SIGNS = '–—‘’“”„…•€™−×≤≥≈→←↑↓✓₂³²'
const MORE_LATIN = 'ıŒœ'
const latin = readFileSync(join(SOURCES, 'archivo/files/archivo-latin-standard-normal.woff2'))

const cuts = [
  { name: 'archivo-display', characters: ASCII + 'ÄÖÜäöüßéèáàçñ–—’“”…€×²³', axes: { wdth: 114, wght: 740 } },
  { name: 'archivo-text', characters: ASCII + LATIN_1 + SIGNS, axes: { wdth: 100, wght: { min: 400, max: 700 } } },
  { name: 'archivo-table', characters: ASCII + LATIN_1 + SIGNS, axes: { wdth: 88, wght: { min: 400, max: 650 } } },
] as const

/** PDF supports neither variable nor compressed fonts: one plain file a cut. */
const printed = { display: { wdth: 114, wght: 740 }, text: { wdth: 100, wght: 400 }, bold: { wdth: 100, wght: 640 } } as const

function write(file: string, bytes: Uint8Array): void {
  writeFileSync(file, bytes)
  process.stdout.write(`${basename(file)} ${(bytes.length / 1024).toFixed(1)} kB\n`)
}

for (const { name, characters, axes } of cuts) {
  write(join(SCREEN, `${name}.woff2`), await subsetFont(latin, characters, { targetFormat: 'woff2', variationAxes: axes }))
}

const ALL = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code))

for (const [cut, axes] of Object.entries(printed)) {
  const characters = ASCII + LATIN_1 + MORE_LATIN + SIGNS
  write(join(PRINT, `archivo-${cut}.ttf`), await subsetFont(latin, characters, { targetFormat: 'sfnt', variationAxes: axes }))
  for (const { name, characters: own } of LETTER_FONTS) {
    const isArchivo = name.startsWith('archivo')
    const file = `${name}-${isArchivo ? 'standard' : 'wght'}-normal.woff2`
    const source = readFileSync(join(SOURCES, isArchivo ? 'archivo' : 'inter', 'files', file))
    const variationAxes = isArchivo ? axes : { wght: axes.wght }
    const text = ALL.filter((character) => own.test(character)).join('')
    write(join(PRINT, `${name}-${cut}.ttf`), await subsetFont(source, text, { targetFormat: 'sfnt', variationAxes }))
  }
}
