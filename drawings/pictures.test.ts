import { brotliCompressSync, constants } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { products } from '#content/catalog.ts'
import { composePng } from '#server/platform/vendors/image.ts'
import { defaultScene, drawingProblem, viewsOf } from './choose-views.ts'
import { describe as describeView, draw, SCENES, type View } from './draw.ts'
import type { DrawingSubject } from './specifications.ts'
import type { Size } from './svg.ts'

type Product = (typeof products)[number]

const subjectOf = ({ slug, name, specifications, features }: Product): DrawingSubject => ({
  slug,
  name,
  specifications: Object.fromEntries(specifications),
  features,
})
const chosenOf = ({ images }: Product) => /([a-z-]+)\.svg$/.exec(images[0]?.url ?? '')?.[1]
const viewsOfProduct = (product: Product) => viewsOf(product.category, subjectOf(product), chosenOf(product))
const bySlug = (slug: string): Product => {
  const product = products.find((one) => one.slug === slug)
  if (!product) throw new Error(slug)
  return product
}
const drawn = (slug: string, view?: View, size?: Size) => {
  const product = bySlug(slug)
  return draw(view ?? viewsOfProduct(product)[0], subjectOf(product), size)
}
const numerals = (svg: string): readonly string[] => [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/gu)].map((match) => match[1] ?? '')
const cases = products.map((product) => [product.slug, product] as const)
const MACHINES = products.filter(({ category }) => category === 'mat-maker' || category === 'chip-maker')
const MATERIALS = products.filter(({ type }) => type === 'material')

describe('F7.2.1 V1 a drawing draws its own product', () => {
  test('there are 77 products of the demo to draw', () => {
    expect(products).toHaveLength(77)
  })

  test.each(cases)("%s: every dimension line has its number in the same product's specifications", (_slug, product) => {
    const stated = product.specifications.flatMap(([, value]) => value.match(/\d+(?:\.\d+)?/gu) ?? [])
    for (const view of viewsOfProduct(product)) {
      const { svg, alt, caption } = draw(view, subjectOf(product))
      for (const label of numerals(svg)) expect(stated).toContain(label.replace(/ (?:cm|m)$/u, ''))
      const sizes = alt.match(/ (?:long|wide|high|thick|in diameter)\b/gu) ?? []
      if (SCENES.some((scene) => scene === view)) expect(sizes).toHaveLength(numerals(svg).length)
      const isSchematic = numerals(svg).length === 0 && SCENES.some((scene) => scene === view)
      expect(caption === 'Schematic, not to scale.').toBe(isSchematic)
    }
  })

  test.each(cases)('%s: the noun of its drawing is in its name or category', (_slug, product) => {
    const [main] = viewsOfProduct(product)
    const { alt } = describeView(main, subjectOf(product))
    const noun = alt.slice(product.name.length + 2).split(/, | with /u)[0] ?? ''
    const named = `${product.name} ${product.category}`.toLowerCase().replaceAll('-', ' ')
    const words = noun.toLowerCase().replaceAll('-', ' ').split(' ')
    const own = words.filter((word) => word.length > 2 && !/^(?:cardboard|slit|set|pack|with|paper)$/u.test(word))
    expect(
      own.some((word) => named.includes(word.replace(/(?:ves|s)$/u, ''))),
      `${noun} for ${named}`,
    ).toBe(true)
  })

  test.each(cases)('%s: the scene that its seller chose is the one that fits by itself', (_slug, product) => {
    expect(chosenOf(product)).toBe(defaultScene(product.category, Object.fromEntries(product.specifications), product.name))
  })

  test('a scene with the sizes of another thing is refused, the fitting one is not', () => {
    const maker = subjectOf(bySlug('chipmaster-pro'))
    expect(drawingProblem('chip-box', 'chip-maker', maker)).toBe('This drawing needs Box size.')
    expect(drawingProblem('mat-stack', 'chip-maker', maker)).toBe('This drawing needs Sheet size.')
    expect(drawingProblem('mat-roll', 'chip-maker', maker)).toBe('This drawing needs Roll width.')
    expect(drawingProblem('chip-maker', 'chip-maker', { name: 'No sizes', specifications: {} })).toBeNull()
    for (const product of products) expect(drawingProblem(chosenOf(product) ?? '', product.category, subjectOf(product))).toBeNull()
  })
})

describe('F7.2.1 V2 machines', () => {
  test('each is drawn differently from every other, and none bears the mark of the shop', () => {
    const pictures = MACHINES.map((product) => draw(product.category as View, { ...subjectOf(product), slug: 'same' }).svg)
    expect(new Set(pictures).size).toBe(11)
  })

  test.each([
    ['ecomat-800', 11],
    ['ecomat-1000', 15],
    ['ecomat-2500', 34],
    ['ecomat-pro-2000', 22],
    ['lindhorst-pm-420', 17],
    ['lindhorst-pm-650', 26],
    ['chipmaster-mini', 13],
    ['chipmaster-pro', 25],
  ])('%s shows its %i discs', (slug, discs) => {
    // a disc is half a circle of thirteen points
    const halves = [...drawn(slug).svg.matchAll(/<path class="top detail" d="M[^l]+((?:l[^lz]+){12})z"\/>/gu)]
    expect(halves).toHaveLength(discs)
  })

  test.each([
    ['ecomat-1000', '100 mm port for a dust extractor'],
    ['ecomat-2500', 'Two adjustable trim knives ahead of the slitting shafts'],
    ['ecomat-2500', 'Emergency stops at both sides and a fixed tunnel guard at the infeed'],
    ['ecomat-2500', 'Castors with levelling feet'],
    ['ecomat-pro-2000', 'Powered feed rollers, gap set by handwheel from 2 to 8 mm'],
    ['ecomat-pro-2000', 'Photocells before and behind the shafts stop the feed at a jam'],
    ['lindhorst-pm-420', 'Gap adjustable from 3 to 10 mm without tools'],
    ['lindhorst-pm-650', 'Discharge belt 600 mm long, folds down for transport'],
    ['lindhorst-pm-650', 'Hour meter and load display'],
    ['chipmaster-mini', 'Thermal cut-out with lamp; reverse key'],
    ['chipmaster-pro', 'Cutting cassette lifts out in one piece for regrinding'],
    ['chipmaster-compact', 'Six rotor knives that turn once before they need grinding'],
    ['chipmaster-line-900', 'Discharge belt to 1100 mm height'],
    ['lindhorst-cs-250', 'Rollers open to the side for cleaning'],
  ])('%s is drawn with what it lists: %s', (slug, feature) => {
    const subject = subjectOf(bySlug(slug))
    expect(subject.features).toContain(feature)
    const view = viewsOfProduct(bySlug(slug))[0]
    const without = { ...subject, features: subject.features?.filter((one) => one !== feature) ?? [] }
    expect(draw(view, without).svg).not.toBe(draw(view, subject).svg)
  })

  test.each(MACHINES.map(({ slug }) => slug))('%s: then what it makes at 1:1, then its footprint', (slug) => {
    const views = viewsOfProduct(bySlug(slug))
    expect(views.slice(1)).toEqual(['product-of', 'footprint'])
    const made = drawn(slug, 'product-of')
    expect(made.caption).toBe('What it makes. Drawn 1:1 at 96 dpi.')
    const dimensions = bySlug(slug).specifications.find(([name]) => name === 'Dimensions')?.[1] ?? ''
    for (const label of numerals(made.svg)) expect(dimensions.replace(' mm', '').split(' × ')).not.toContain(label)
    expect([...numerals(drawn(slug, 'footprint').svg)].sort()).toEqual(dimensions.replace(' mm', '').split(' × ').sort())
  })

  test('the service space is 800 mm where the maker gives none, else what it gives', () => {
    const subject = subjectOf(bySlug('ecomat-1000'))
    expect(draw('footprint', subject).caption).toContain('with 800 mm of service space in front and behind')
    const given = { ...subject, specifications: { ...subject.specifications, 'Service space': '1.2 m' } }
    expect(draw('footprint', given).caption).toContain('with 1200 mm of service space in front and behind')
  })

  test('what a machine makes is drawn with its own size, and so large on the screen', () => {
    for (const [slug, label] of [
      ['ecomat-1000', '14'],
      ['ecomat-pro-2000', '14.5'],
      ['lindhorst-pm-650', '12'],
      ['chipmaster-pro', '8'],
      ['chipmaster-compact', '18'],
      ['lindhorst-cs-250', '4'],
    ] as const) {
      const { svg } = drawn(slug, 'product-of')
      expect([slug, numerals(svg)]).toEqual([slug, [label]])
      const [, feet = ''] = /<path class="measure" d="([^"]+)"/u.exec(svg) ?? []
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = feet.match(/-?[\d.]+/gu)?.map(Number) ?? []
      const arrows = /class="arrow" d="M(-?[\d.]+) (-?[\d.]+)L[^M]*M(-?[\d.]+) (-?[\d.]+)/u.exec(svg)?.slice(1).map(Number) ?? []
      const [ax = x0, ay = y0, bx = x1, by = y1] = arrows
      expect(Math.hypot(bx - ax, by - ay) / (96 / 25.4)).toBeCloseTo(Number(label), 0)
    }
  })
})

describe('F7.2.1 V3 all others', () => {
  test.each([
    ['hood-switch-chipmaster', 'safety switch with actuator'],
    ['staple-detector-640', 'metal detector bar, 760 mm long'],
    ['photocell-infeed', 'photocell, 65 mm long'],
    ['jar-sleeve', 'one around a jar with its lid'],
    ['bottle-sleeve-magnum', 'magnum bottle sleeve'],
    ['curled-chips-bag', 'paper bag of curled cardboard chips, 1200 mm long and 800 mm wide, laid flat'],
    ['short-chips-bag', 'paper bag of short flat cardboard chips'],
    ['zigzag-strips-bag', 'paper bag of zigzag cardboard strips'],
    ['coarse-chips-box', 'box of coarse cardboard chips'],
    ['plain-mat-600x400', 'pack of 25 plain cardboard mats'],
    ['pallet-pad-1200x1000', 'pads with a whole rim'],
    ['powered-winder-640', 'powered winder'],
    ['roll-stand-1050', 'roll stand'],
    ['chip-cart-400', 'open chip cart on castors'],
    ['collection-bin-240', 'wheeled collection bin'],
    ['dust-extractor-1500', 'with one cartridge'],
    ['dust-extractor-3000', 'with two cartridges'],
    ['infeed-table-640', 'with side rails'],
    ['infeed-table-1000', 'with a roller top'],
    ['disc-set-ecomat-1000', 'set of 30 discs, 90 mm in diameter, each with its bore'],
    ['rotor-knives-chipmaster-compact', 'set of 8 straight knives'],
    ['cutting-cassette-chipmaster-mini', 'two shafts of 13 discs'],
    ['service-tool-kit', 'tool kit of 31 pieces'],
    ['gear-motor-ecomat-bench', 'gear motor with foot'],
    ['motor-chipmaster-compact', 'electric motor with flange'],
  ])('%s: %s', (slug, words) => {
    expect(drawn(slug).alt).toContain(words)
  })

  test('a pack is as high as its sheets are thick together', () => {
    // twice the pieces of the same sheet make another picture, not the same pile with another number
    const subject = subjectOf(bySlug('slit-mat-900x620-double'))
    const thicker = { ...subject, specifications: { ...subject.specifications, 'Pieces per pack': '40' } }
    expect(draw('mat-stack', thicker).svg.replace(/<title.*<\/desc>/u, '')).not.toBe(
      draw('mat-stack', subject).svg.replace(/<title.*<\/desc>/u, ''),
    )
  })
})

describe('F7.2.1 V4 swatch', () => {
  test.each(MATERIALS.filter(({ slug }) => !slug.startsWith('edge-strip')).map(({ slug }) => slug))('%s: 80 × 60 mm on paper', (slug) => {
    expect(viewsOfProduct(bySlug(slug))).toContain('swatch')
    const { svg, alt, caption } = drawn(slug, 'swatch')
    expect(svg).toMatch(/^<svg [^>]*width="80mm" height="60mm" viewBox="0 0 800 600"/u)
    expect(alt).toContain('beside a coin of 24 mm and a ruler')
    expect(caption).toBe('1:1 when printed at 100%.')
  })
})

describe('F7.2.1 V5 thumbnail', () => {
  test.each(cases)('%s: square, bold, without numerals and stripes, its subject filling 86%', (_slug, product) => {
    const [main] = viewsOfProduct(product)
    const { svg, width, height } = draw(main, subjectOf(product), 'card')
    expect([width, height]).toEqual([600, 600])
    expect(svg).toContain('viewBox="0 0 600 600"')
    expect(svg).not.toMatch(/<text|class="(?:flutes|measure)"/u)
    expect(svg).toContain('stroke-width:4.7') // 1.8 times the contour of 2.6
    const box = boundsOf(svg)
    expect(Math.max(box.width, box.height) / 600).toBeGreaterThan(0.84)
    expect(Math.max(box.width, box.height) / 600).toBeLessThan(0.88)
  })
})

/** The extent of everything on the ground but the shadow, by the ends of its steps. */
function boundsOf(svg: string): { width: number; height: number } {
  const bounds = { x0: 600, y0: 600, x1: 0, y1: 0 }
  const include = (x: number, y: number, across = 0, up = 0): void => {
    bounds.x0 = Math.min(bounds.x0, x - across)
    bounds.x1 = Math.max(bounds.x1, x + across)
    bounds.y0 = Math.min(bounds.y0, y - up)
    bounds.y1 = Math.max(bounds.y1, y + up)
  }
  for (const [, classes = '', path = ''] of svg.matchAll(/<path class="([^"]*)" d="([^"]*)"/gu)) {
    if (/shadow|ground/u.test(classes)) continue
    let [x, y, start] = [0, 0, [0, 0]]
    for (const [, letter = '', numbers = ''] of path.matchAll(/([MmlaLz])([^MmlaLz]*)/gu)) {
      const values = (numbers.match(/-?(?:\d+\.\d+|\.\d+|\d+)/gu) ?? []).map(Number)
      const [dx = 0, dy = 0] = values.slice(-2)
      if (letter === 'z') [x = 0, y = 0] = start
      else if (letter === 'M' || letter === 'L') [x, y] = [dx, dy]
      else [x, y] = [x + dx, y + dy]
      if (letter === 'M' || letter === 'm') start = [x, y]
      // an arc is half an ellipse between the ends of its long axis
      const [long = 0, , tilt = 0] = letter === 'a' ? values : []
      const [across, up] = [long * Math.sqrt(tilt ? 1 / 2 : 1), long * Math.sqrt(tilt ? 5 / 6 : 1 / 3)]
      if (letter === 'a') include(x - dx / 2, y - dy / 2, across, up)
      include(x, y)
    }
  }
  return { width: bounds.x1 - bounds.x0, height: bounds.y1 - bounds.y0 }
}

describe('F7.2.1 V6 dark', () => {
  test('a dark screen gets the darker board on a dark ground', () => {
    const { svg } = drawn('ecomat-1000')
    const [, dark = ''] = /@media screen and \(prefers-color-scheme:dark\)\{(.*)\}<\/style>/u.exec(svg) ?? []
    expect(dark).toMatch(/\.board\{fill:#C79C62\}/u)
    expect(dark).toMatch(/\.ground\{fill:#12173A\}/u)
  })

  test('what is drawn for other sites stays light', async () => {
    const { svg } = drawn('ecomat-1000')
    const layer = (drawing: string) => [{ svg: drawing, left: 0, top: 0, width: 800, height: 600 }]
    const paint = (drawing: string) => composePng({ width: 800, height: 600 }, '#ffffff', layer(drawing))
    const light = svg.replace(/@media screen[^<]*/u, '')
    expect((await paint(svg)).equals(await paint(light))).toBe(true)
  })
})

const BUDGET = 14_000
/** Bytes that are sent. Packing thoroughly takes twenty times as long as quickly and never gives more bytes. */
function packedSize(svg: string): number {
  const quick = brotliCompressSync(svg, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length
  return quick < BUDGET ? quick : brotliCompressSync(svg).length
}
test.each(cases)('F7.2.1 %s: no picture is larger than its budget', (_slug, product) => {
  for (const view of viewsOfProduct(product))
    for (const size of ['full', 'card'] as const) {
      const { svg } = draw(view, subjectOf(product), size)
      expect(svg).not.toMatch(/NaN|Infinity|undefined/u)
      expect(svg.length, view).toBeLessThan(48_000)
      expect(packedSize(svg), view).toBeLessThan(BUDGET)
    }
})
