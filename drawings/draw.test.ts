import { brotliCompressSync } from 'node:zlib'
import { expect, describe as group, test } from 'vitest'
import { drawSocialCard } from '#server/catalog/products/social-card.ts'
import { defaultScene } from './choose-views.ts'
import { describe, draw, isSceneName, SCENES } from './draw.ts'

const SPECIFICATIONS = {
  Dimensions: '620 × 520 × 480 mm',
  'Feed width': '430 mm',
  Installation: 'Benchtop',
  Discharge: 'Ramp',
  Blades: '15',
  'Sheet size': '900 × 625 mm',
  Thickness: '8 mm',
  'Pieces per pack': '20',
  'Roll width': '410 mm',
  'Roll diameter': '590 mm',
  'Box size': '60 × 40 × 35 cm',
  'Bag size': '0.9 x 0.55 m',
  Length: '640 mm',
  Diameter: '121 mm',
  Output: '777 kg/h',
}
const ABSURD = [
  '999999999 × 0 × -5 mm',
  'NaN',
  'Infinity × 1e9 × 3',
  '',
  '× × ×',
  '30000 × 1 × 30000 mm',
  '0.2 × 0.2 × 0.2 mm',
  '9'.repeat(5000),
  '1x'.repeat(5000),
  '-620 × 520 × 480 mm',
  '620 × 520 × 480,5,5 mm',
]

const subject = (specifications: Readonly<Record<string, string>> = {}) => ({ slug: 'ecomat-1000', name: 'EcoMat 1000', specifications })
const numerals = (svg: string): readonly string[] => [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/gu)].map((match) => match[1] ?? '')

test.each(SCENES)('%s: the same subject gives the same bytes, within the budget', (scene) => {
  for (const specifications of [{}, SPECIFICATIONS]) {
    const drawing = draw(scene, subject(specifications))
    expect(draw(scene, subject(specifications))).toEqual(drawing)
    expect(drawing).toMatchObject(describe(scene, subject(specifications)))
    expect(drawing.svg).not.toMatch(/NaN|Infinity|undefined/u)
    expect(drawing.svg.length).toBeLessThan(45_000)
    expect(brotliCompressSync(drawing.svg).length).toBeLessThan(12_000)
  }
})

test.each(SCENES)('%s: without sizes it has no dimension line and says so', (scene) => {
  const { svg, alt, caption } = draw(scene, subject())
  expect(numerals(svg)).toEqual([])
  expect(svg).not.toContain('class="measure"')
  expect(alt.replace('EcoMat 1000', '')).not.toMatch(/\d/u)
  expect(caption).toBe('Schematic, not to scale.')
})

test.each(SCENES)('%s: every numeral it prints is in the specifications', (scene) => {
  const { svg, caption } = draw(scene, subject(SPECIFICATIONS))
  const known = new Set(Object.values(SPECIFICATIONS).flatMap((value) => value.match(/[\d.]+/gu) ?? []))
  for (const label of numerals(svg)) expect(known).toContain(label.replace(/ (?:cm|m)$/u, ''))
  expect(caption.includes('not to scale')).toBe(numerals(svg).length === 0)
})

test('names and specifications cannot break out of the document', () => {
  const hostile = `"><script>alert('1')</script>\u0000&`
  for (const scene of SCENES) {
    const { svg } = draw(scene, {
      slug: hostile,
      name: hostile,
      specifications: { Dimensions: `${hostile} 620 × 520 × 480 mm`, 'Roll width': hostile, [hostile]: hostile },
    })
    expect(svg).not.toMatch(/<script|alert\('|\u0000/u)
    expect(svg).toContain('&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;')
    expect(svg).toMatch(/<g id="[a-z0-9-]+">/u)
  }
})

test('absurd sizes are left out, without an error, and no drawing grows with them', () => {
  for (const value of ABSURD) {
    const specifications = Object.fromEntries(Object.keys(SPECIFICATIONS).map((key) => [key, value]))
    for (const scene of SCENES) {
      const { svg } = draw(scene, subject(specifications))
      expect(svg).not.toMatch(/NaN|Infinity|undefined|e[+-]\d/u)
      expect(svg.length).toBeLessThan(45_000)
    }
  }
  expect(numerals(draw('mat-maker', subject({ Dimensions: '-620 × 520 × 480 mm' })).svg)).toEqual([])
})

test('the words name the product, its kind and its sizes', () => {
  const { alt, caption } = describe('mat-maker', subject(SPECIFICATIONS))
  expect(alt).toBe(
    'EcoMat 1000, benchtop mat maker, 620 mm long and 520 mm wide, with a row of 15 discs in the open throat and a slit mat leaving down the front',
  )
  expect(caption).toBe('Schematic drawn from the specification. Dimensions in millimeters.')
  expect(describe('chip-box', subject(SPECIFICATIONS)).alt).toBe(
    'EcoMat 1000, box of cardboard packing chips, 60 cm long, 40 cm wide and 35 cm high',
  )
})

test('only the words that belong to a dimension line are sizes', () => {
  for (const scene of SCENES) {
    const { svg, alt } = draw(scene, subject(SPECIFICATIONS))
    const sizes = alt.match(/ (?:long|wide|high|in diameter)\b/gu) ?? []
    expect(sizes).toHaveLength(numerals(svg).length)
  }
})

test('two products differ, and a name that is no scene is refused', () => {
  expect(draw('chip-box', { ...subject(), slug: 'a' }).svg).not.toBe(draw('chip-box', { ...subject(), slug: 'b' }).svg)
  expect(isSceneName('mat-maker')).toBe(true)
  expect(isSceneName('toString')).toBe(false)
})

test.each([
  ['mat-maker', {}, 'EcoMat 1000', 'mat-maker'],
  ['chip-maker', {}, 'ChipMaster Pro', 'chip-maker'],
  ['replacement-parts', {}, 'Cutter roller, 15 blade', 'cutter-roller'],
  ['replacement-parts', {}, 'Drive belt for ChipMaster Pro', 'drive-belt'],
  ['replacement-parts', {}, 'Something else', 'motor'],
  ['accessories', {}, 'Roll stand', 'roll-stand'],
  ['accessories', {}, 'Chip maker dust extractor', 'dust-extractor'],
  ['mat', {}, 'Packing mats, 900 × 620', 'mat-stack'],
  ['mat', { 'Roll width': '400 mm' }, 'Cushion mat', 'mat-roll'],
  ['chip', {}, 'Packing chips', 'chip-box'],
  ['chip', { 'Bag size': '900 × 500 mm, laid flat' }, 'Packing chips', 'chip-bag'],
  ['unheard-of', {}, '', 'taped-box'],
] as const)('a %s product with %j called %j is drawn as %s', (category, specifications, name, scene) => {
  expect(defaultScene(category, specifications, name)).toBe(scene)
})

group('the card that other sites show beside a link', () => {
  test('is a PNG of 1200 by 630 with the product in it', async () => {
    const { svg } = draw('mat-maker', { slug: 'ecomat-1000', name: 'EcoMat 1000', specifications: {} })
    const png = await drawSocialCard(svg, 'EcoMat 1000 & <others>', 'Reflute')
    expect([...png.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
    expect(png.length).toBeLessThan(120_000)
    const other = await drawSocialCard(svg, 'EcoMat 2000', 'Reflute')
    expect(other.equals(png)).toBe(false)
  })
})
