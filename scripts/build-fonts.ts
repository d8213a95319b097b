import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'

/* Writes app/fonts: three cuts of Archivo (OFL), each with only the characters and axes that its texts use. Run by hand when a character is missing. */

const SOURCE = join(import.meta.dirname, '../node_modules/@fontsource-variable/archivo/files')
const TARGET = join(import.meta.dirname, '../app/fonts')

const ASCII = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => index + 32))
const LATIN_1 = String.fromCharCode(...Array.from({ length: 96 }, (_, index) => index + 160))
const SIGNS = '–—‘’“”„…•€™−×≤≥≈→←↑↓✓₂³²'
const latin = readFileSync(join(SOURCE, 'archivo-latin-standard-normal.woff2'))

const cuts = [
  { name: 'archivo-display', characters: ASCII + 'ÄÖÜäöüßéèáàçñ–—’“”…€×²³', axes: { wdth: 114, wght: 740 } },
  { name: 'archivo-text', characters: ASCII + LATIN_1 + SIGNS, axes: { wdth: 100, wght: { min: 400, max: 700 } } },
  { name: 'archivo-table', characters: ASCII + LATIN_1 + SIGNS, axes: { wdth: 88, wght: { min: 400, max: 650 } } },
] as const

for (const { name, characters, axes } of cuts) {
  const bytes = await subsetFont(latin, characters, { targetFormat: 'woff2', variationAxes: axes })
  writeFileSync(join(TARGET, `${name}.woff2`), bytes)
  process.stdout.write(`${name}.woff2 ${(bytes.length / 1024).toFixed(1)} kB\n`)
}
