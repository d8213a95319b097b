import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import subsetFont from 'subset-font'

/*
 * Writes app/fonts (screens) and server/platform/vendors/fonts (PDF): subsets of Archivo (OFL) with only the characters and axes in use.
 * Run it when a character is missing.
 */

const SOURCE = join(import.meta.dirname, '../node_modules/@fontsource-variable/archivo/files')
const SCREEN = join(import.meta.dirname, '../app/fonts')
const PRINT = join(import.meta.dirname, '../server/platform/vendors/fonts')

const ASCII = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => index + 32))
const LATIN_1 = String.fromCharCode(...Array.from({ length: 96 }, (_, index) => index + 160))
const SIGNS = '–—‘’“”„…•€™−×≤≥≈→←↑↓✓₂³²'
const latin = readFileSync(join(SOURCE, 'archivo-latin-standard-normal.woff2'))

const cuts = [
  { name: 'archivo-display', characters: ASCII + 'ÄÖÜäöüßéèáàçñ–—’“”…€×²³', axes: { wdth: 114, wght: 740 } },
  { name: 'archivo-text', characters: ASCII + LATIN_1 + SIGNS, axes: { wdth: 100, wght: { min: 400, max: 700 } } },
  { name: 'archivo-table', characters: ASCII + LATIN_1 + SIGNS, axes: { wdth: 88, wght: { min: 400, max: 650 } } },
] as const

/** PDF supports neither variable nor compressed fonts: one plain file a weight. */
const printed = [
  { name: 'archivo-display', characters: ASCII + LATIN_1 + SIGNS, axes: { wdth: 114, wght: 740 } },
  { name: 'archivo-text', characters: ASCII + LATIN_1 + SIGNS, axes: { wdth: 100, wght: 400 } },
  { name: 'archivo-bold', characters: ASCII + LATIN_1 + SIGNS, axes: { wdth: 100, wght: 640 } },
] as const

function write(file: string, bytes: Uint8Array): void {
  writeFileSync(file, bytes)
  process.stdout.write(`${basename(file)} ${(bytes.length / 1024).toFixed(1)} kB\n`)
}

for (const { name, characters, axes } of cuts) {
  write(join(SCREEN, `${name}.woff2`), await subsetFont(latin, characters, { targetFormat: 'woff2', variationAxes: axes }))
}
for (const { name, characters, axes } of printed) {
  write(join(PRINT, `${name}.ttf`), await subsetFont(latin, characters, { targetFormat: 'sfnt', variationAxes: axes }))
}
