import { readFile } from 'node:fs/promises'
import readExcelFile from 'read-excel-file/node'
import { describe, expect, it, test } from 'vitest'
import { MODEL_FIGURES, specifiedModel } from '#domain/impact.ts'
import { readFacts } from '#domain/product-facts.ts'
import { CELL_OF, PLAIN_KEYS, type PlainKey } from '#domain/product-fields.ts'
import { safetyGap } from '#domain/product-safety.ts'
import { SEEDED_ZONES } from '#domain/seeded-zones.ts'
import { buildCatalog, modelOf } from '../scripts/build-catalog.ts'
import { type CatalogFacts, type CatalogProduct, scenes } from './catalog/types.ts'
import { businesses, facts, products } from './catalog.ts'

const workbook = new URL('./catalog.xlsx', import.meta.url)

const spec = (product: CatalogProduct, name: string): string | undefined => product.specifications.find(([key]) => key === name)?.[1]

/** The number before the unit; "0.1 m³" gives 0.1. */
const figure = (product: CatalogProduct, name: string): number | undefined => {
  const text = spec(product, name)
  return text === undefined ? undefined : Number.parseFloat(text)
}

const bySlug = (slug: string): CatalogProduct => {
  const found = products.find((product) => product.slug === slug)
  if (!found) throw new Error(`No product ${slug}`)
  return found
}

const inCategory = (category: CatalogProduct['category']) => products.filter((product) => product.category === category)
const businessOf = (product: CatalogProduct) => businesses.find((business) => business.name === product.business)
const isFullMachine = (product: CatalogProduct) => product.category === 'mat-maker' || product.category === 'chip-maker'
const hasAtMostTwoDecimals = (value: number) => Number(value.toFixed(2)) === value

describe('businesses', () => {
  it('are six producers and one consumer, with the demo owners on the first two', () => {
    expect(businesses.map((business) => business.businessType)).toEqual([...Array(6).fill('producer'), 'consumer'])
    expect(businesses[0]).toMatchObject({ name: 'North Fold Works', ownerEmail: 'seller@reflute.test' })
    expect(businesses[1]).toMatchObject({ ownerEmail: 'seller2@reflute.test' })
    expect(businesses.slice(2).every((business) => business.ownerEmail === undefined)).toBe(true)
  })

  it('have unique names and addresses that lead nowhere', () => {
    expect(new Set(businesses.map((business) => business.name)).size).toBe(businesses.length)
    for (const business of businesses) {
      expect(business.email).toMatch(/^[a-z]+@[a-z]+\.test$/)
      expect(business.website).toMatch(/^https:\/\/www\.[a-z]+\.example$/)
      expect(business.phone).toMatch(/^\+[0-9 ]{8,18}$/)
      expect(business.countryCode).toMatch(/^[A-Z]{2}$/)
      for (const text of [business.address, business.city, business.country, business.postalCode, business.description]) {
        expect(text.trim()).not.toBe('')
      }
    }
  })

  it('each sell something, and the first is a machine maker, the second a maker of materials', () => {
    for (const business of businesses) expect(products.some((product) => product.business === business.name)).toBe(true)
    expect(inCategory('mat-maker').filter((product) => product.business === businesses[0]?.name).length).toBeGreaterThan(2)
    expect(products.filter((product) => product.business === businesses[1]?.name).every((product) => product.type === 'material')).toBe(
      true,
    )
  })
})

describe('the machines of the calculator', () => {
  test.each([
    ['ecomat-1000', 'EcoMat 1000', 12500, '0.75 kW', '30 units/h', '75%', '65%'],
    ['ecomat-2500', 'EcoMat 2500 Commercial', 24500, '2.2 kW', '50 units/h', '85%', '72%'],
    ['ecomat-pro-2000', 'EcoMat Pro 2000', 18900, '5 kW', '500 units/h', '80%', '68%'],
    ['chipmaster-pro', 'ChipMaster Pro', 15800, '1.5 kW', '300 units/h', '82%', '70%'],
    ['chipmaster-compact', 'ChipMaster Compact', 8900, '3 kW', '200 units/h', '70%', '60%'],
  ])('%s', (slug, name, price, power, throughput, efficiency, reduction) => {
    const product = bySlug(slug)
    expect(product).toMatchObject({ name, priceUSD: price, type: 'machine', status: 'Active' })
    expect(spec(product, 'Power')).toBe(power)
    expect(spec(product, 'Throughput')).toBe(throughput)
    expect(spec(product, 'Efficiency')).toBe(efficiency)
    expect(spec(product, 'Material reduction')).toBe(reduction)
    expect(product.materialSavings).toContain(reduction)
    expect(product.carbonReduction).toContain('0.45 kg CO2e')
    expect(product.carbonReduction).toContain('unverified')
  })

  it('35.1.9 are all machines that are sold, with the figures of the specification for its five', () => {
    const sold = products.filter((product) => isFullMachine(product) && product.status === 'Active')
    expect(sold).toHaveLength(10)
    for (const product of sold) {
      expect(modelOf(product), product.slug).toMatch(/^0\.\d+;0\.\d+;[\d.]+;\d+$/)
      expect(product.materialSavings).toContain(spec(product, 'Material reduction'))
      expect(product.fullDescription).toContain('not a guarantee')
      const specified = specifiedModel(product.slug)
      if (specified) expect(modelOf(product)).toBe(MODEL_FIGURES.map((figure) => specified[figure]).join(';'))
    }
  })

  it('come from at least two producers', () => {
    expect(
      new Set(products.filter((product) => spec(product, 'Efficiency')).map((product) => product.business)).size,
    ).toBeGreaterThanOrEqual(2)
  })
})

describe('counts', () => {
  it('hold for every kind of product', () => {
    expect(products.filter(isFullMachine).length).toBeGreaterThanOrEqual(10)
    expect(inCategory('accessories').length).toBeGreaterThanOrEqual(10)
    expect(inCategory('replacement-parts').length).toBeGreaterThanOrEqual(14)
    const materials = products.filter((product) => product.type === 'material')
    expect(materials.length).toBeGreaterThanOrEqual(28)
    expect(materials.filter((product) => businessOf(product)?.businessType === 'producer').length).toBeGreaterThanOrEqual(24)
    expect(
      new Set(materials.filter((product) => businessOf(product)?.businessType === 'producer').map((product) => product.business)).size,
    ).toBe(6)
    expect(materials.filter((product) => businessOf(product)?.businessType === 'consumer').length).toBeGreaterThanOrEqual(2)
  })

  it('hold for stock', () => {
    const count = (low: number, high: number) => products.filter(({ stock }) => stock >= low && stock <= high).length
    expect(count(0, 0)).toBeGreaterThanOrEqual(3)
    expect(count(1, 9)).toBeGreaterThanOrEqual(6)
    expect(count(10, 49)).toBeGreaterThanOrEqual(6)
    expect(count(10, Number.POSITIVE_INFINITY)).toBeGreaterThan(products.length * 0.65)
  })

  it('hold for status and the home page', () => {
    expect(products.filter((product) => product.status === 'Inactive').map((product) => product.slug)).toEqual(['ecomat-800'])
    const featured = products.filter((product) => product.featured)
    expect(featured).toHaveLength(8)
    for (const business of businesses) {
      expect(featured.filter((product) => product.business === business.name).length).toBeLessThanOrEqual(2)
    }
    expect(featured.every((product) => product.status === 'Active' && product.stock > 0)).toBe(true)
  })
})

describe('every product', () => {
  it('has its own slug and name', () => {
    expect(new Set(products.map((product) => product.slug)).size).toBe(products.length)
    expect(new Set(products.map((product) => product.name)).size).toBe(products.length)
  })

  test.each(products.map((product) => [product.slug, product] as const))('%s', (slug, product) => {
    expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(businessOf(product)).toBeDefined()

    expect(product.type).toBe(product.category === 'mat' || product.category === 'chip' ? 'material' : 'machine')
    for (const price of [product.priceUSD, product.priceEUR]) {
      expect(price).toBeGreaterThan(0)
      expect(hasAtMostTwoDecimals(price)).toBe(true)
    }
    expect(Number.isInteger(product.stock) && product.stock >= 0).toBe(true)
    expect(Number.isInteger(product.leadTimeDays) && product.leadTimeDays > 0).toBe(true)
    if (isFullMachine(product)) expect(product.shippingClass).toBe('freight')
    const weight = figure(product, 'Weight') ?? figure(product, 'Pack weight') ?? 0
    if (weight > 30) expect(product.shippingClass).toBe('freight')

    expect(product.description.length).toBeGreaterThan(20)
    expect(product.description.length).toBeLessThanOrEqual(160)
    const paragraphs = product.fullDescription.split('\n\n')
    expect(paragraphs.length).toBeGreaterThanOrEqual(2)
    expect(paragraphs.length).toBeLessThanOrEqual(4)
    expect(product.features.length).toBeGreaterThanOrEqual(3)
    expect(product.features.length).toBeLessThanOrEqual(6)

    expect(product.images).toHaveLength(1)
    for (const image of product.images) {
      const [, owner, scene] = /^\/drawings\/([a-z0-9-]+)\/([a-z-]+)\.svg$/.exec(image.url) ?? []
      expect(owner).toBe(slug)
      expect(scenes).toContain(scene)
    }

    const names = product.specifications.map(([name]) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const [name, value] of product.specifications) {
      expect(name).toBe(name.trim())
      expect(value.trim()).not.toBe('')
      if (name === 'Dimensions') expect(value).toMatch(/^\d+ × \d+ × \d+ mm$/)
      if (name === 'Sheet size') expect(value).toMatch(/^\d+ × \d+ mm$/)
      if (name === 'Weight' || name === 'Pack weight') expect(value).toMatch(/^\d+(\.\d)? kg$/)
      if (name === 'Fits') {
        for (const machineName of value.split(', ')) expect(products.map((other) => other.name)).toContain(machineName)
      }
    }
    const all = [product.description, product.fullDescription, ...product.features].join(' ')
    expect(all).not.toMatch(/lorem ipsum|\bTODO\b|\bTBD\b/i)
  })

  it('has a euro price of its own, not a constant times the dollar price', () => {
    expect(new Set(products.map((product) => (product.priceEUR / product.priceUSD).toFixed(3))).size).toBeGreaterThan(10)
  })
})

describe('figures agree', () => {
  test.each(products.filter(isFullMachine).map((product) => [product.slug, product] as const))('%s', (_slug, product) => {
    for (const name of [
      'Dimensions',
      'Weight',
      'Feed width',
      'Installation',
      'Discharge',
      'Blades',
      'Board thickness',
      'Throughput',
      'Power',
      'Supply',
      'Noise',
      'Warranty',
    ]) {
      expect(spec(product, name), name).toBeDefined()
    }
    expect(spec(product, 'Installation')).toMatch(/^(Benchtop|Floor-standing|In-line)$/)
    expect(spec(product, 'Discharge')).toMatch(/^(Ramp|Conveyor)$/)
    expect(spec(product, 'Warranty')).toBe('24 months')

    // A single-phase 16 A circuit ends near 2.3 kW of motor.
    if ((figure(product, 'Power') ?? 0) > 2.3) expect(spec(product, 'Supply')).toContain('three phase')
    const wattHours = ((figure(product, 'Power') ?? 0) * 1000) / (figure(product, 'Throughput') ?? 1)
    expect(Math.abs(Number(/([\d.]+) Wh/.exec(product.energyEfficiency)?.[1]) - wattHours)).toBeLessThan(0.7)

    const width = Number(spec(product, 'Dimensions')?.split(' × ')[1])
    expect(width).toBeGreaterThan(figure(product, 'Feed width') ?? 0)
    const spacing = figure(product, 'Slit spacing')
    if (spacing) {
      const cut = 2 * (figure(product, 'Blades') ?? 0) * spacing
      expect(cut).toBeLessThanOrEqual(figure(product, 'Feed width') ?? 0)
      expect(cut).toBeGreaterThan((figure(product, 'Feed width') ?? 0) * 0.9)
    }
  })

  it('between volume, density and pack weight', () => {
    const packs = products.filter((product) => spec(product, 'Volume') && spec(product, 'Density') && spec(product, 'Pack weight'))
    expect(packs.length).toBeGreaterThanOrEqual(28)
    for (const product of packs) {
      const expected = (figure(product, 'Volume') ?? 0) * (figure(product, 'Density') ?? 0)
      expect(Math.abs((figure(product, 'Pack weight') ?? 0) / expected - 1), product.slug).toBeLessThan(0.15)
    }
  })

  it('between sheet size, thickness, count and volume', () => {
    for (const product of products.filter((candidate) => spec(candidate, 'Pieces per pack'))) {
      const [length = 0, width = 0] = (spec(product, 'Sheet size') ?? '').split(' × ').map(Number.parseFloat)
      const volume = (length * width * (figure(product, 'Thickness') ?? 0) * (figure(product, 'Pieces per pack') ?? 0)) / 1e9
      expect(Math.abs((figure(product, 'Volume') ?? 0) / volume - 1), product.slug).toBeLessThan(0.1)
    }
  })

  it('between the blades of a machine and of its parts', () => {
    expect(figure(bySlug('disc-set-ecomat-1000'), 'Pieces')).toBe(2 * (figure(bySlug('ecomat-1000'), 'Blades') ?? 0))
    expect(figure(bySlug('disc-set-ecomat-2500'), 'Pieces')).toBe(2 * (figure(bySlug('ecomat-2500'), 'Blades') ?? 0))
    expect(figure(bySlug('disc-set-ecomat-pro-2000'), 'Pieces')).toBe(2 * (figure(bySlug('ecomat-pro-2000'), 'Blades') ?? 0))
    for (const part of inCategory('replacement-parts').filter((candidate) => spec(candidate, 'Blades'))) {
      const fitted = products.find((product) => product.name === spec(part, 'Fits'))
      expect(spec(part, 'Blades'), part.slug).toBe(fitted && spec(fitted, 'Blades'))
    }
  })

  it('in that every part says what it fits', () => {
    for (const part of inCategory('replacement-parts')) expect(spec(part, 'Fits'), part.slug).toBeDefined()
  })
})

describe('facts for trade and shipping', () => {
  it('X7: the HS codes for planning follow what a product is', () => {
    const codes = Object.groupBy(products, ({ slug }) => facts.get(slug)?.hsCode ?? '')
    const slugsOf = (code: string) => (codes[code] ?? []).map(({ slug }) => slug)
    expect(Object.keys(codes).sort()).toEqual(['482390', '842139', '842833', '844110', '844190'])
    expect(slugsOf('842833')).toEqual(['outfeed-conveyor-2m', 'inclined-chip-conveyor-3m'])
    expect(slugsOf('842139')).toEqual(['dust-extractor-1500', 'dust-extractor-3000'])
    expect(new Set((codes['482390'] ?? []).map(({ category }) => category))).toEqual(new Set(['mat', 'chip']))
    expect(new Set((codes['844110'] ?? []).map(({ category }) => category))).toEqual(new Set(['mat-maker', 'chip-maker']))
  })

  it('F2: sheets say their width and length, as their size does', () => {
    for (const product of products.filter((candidate) => spec(candidate, 'Sheet size') && candidate.category === 'mat'))
      expect(`${figure(product, 'Length')} × ${figure(product, 'Width')} mm`, product.slug).toBe(spec(product, 'Sheet size'))
  })

  it('F1: every product carries valid ones, each number once', () => {
    expect(facts.size).toBe(products.length)
    for (const [slug, given] of facts) {
      const [length, width, height] = given.packageMm.split('x')
      const [name, address, email] = given.safetyManufacturer.split('\n')
      const { contentAmount: amount, contentUnit: unit, weightKg: weight } = given
      const typed = {
        ...given,
        weight,
        package: { length, width, height },
        content: { amount, unit },
        safety: { manufacturer: { name, address, email } },
      }
      expect(readFacts(typed, 'UTC').errors, slug).toEqual([])
      expect([given.sku, given.hsCode, given.originCountry, weight > 0].every(Boolean), slug).toBe(true)
    }
    for (const name of ['sku', 'gtin'] as const) expect(new Set([...facts.values()].map((given) => given[name])).size).toBe(products.length)
  })

  it('has a value of every fact of one column; custom-made is nothing of it', () => {
    const cells = [...facts.values()].flatMap((values) => Object.entries(values).flatMap(([cell, value]) => (value === '' ? [] : [cell])))
    const isGiven = (key: PlainKey) => cells.includes(CELL_OF[key])
    expect(PLAIN_KEYS.filter((key) => !isGiven(key))).toEqual(['isCustom'])
  })

  it('X7: every product that travels as a parcel keeps the limits of the seeded parcel rates, but for three that nobody can make smaller', () => {
    const limits = SEEDED_ZONES.flatMap(({ rates }) => rates).find(({ maxGirthMm }) => maxGirthMm !== null)
    const { maxUnitGrams, maxLongestMm, maxGirthMm } = limits ?? {}
    const above = products.flatMap(({ slug, shippingClass }) => {
      const { weightKg = 0, packageMm = '' } = facts.get(slug) ?? {}
      const sides = packageMm.split('x').map(Number)
      const longest = Math.max(...sides)
      const girth = longest + 2 * (sides.reduce((sum, side) => sum + side, 0) - longest)
      const isAbove = weightKg * 1000 > (maxUnitGrams ?? 0) || longest > (maxLongestMm ?? 0) || girth > (maxGirthMm ?? 0)
      return shippingClass === 'parcel' && isAbove ? [slug] : []
    })
    // by quote outside of the United States
    expect(above.sort()).toEqual(['collection-bin-240', 'edge-strip-1800', 'mat-roll-1000x25-heavy'])
  })

  it('L5: all but two products of other makers may be offered to private buyers in the European Union', () => {
    const contact = (text: string) => {
      const [name = '', address = '', email = ''] = text.split('\n')
      return text === '' ? null : { name, address, email }
    }
    const lacking = [...facts].flatMap(([slug, { sku, mpn, safetyManufacturer, safetyResponsible, safetyWarnings: warnings }]) => {
      const safety = { manufacturer: contact(safetyManufacturer), responsible: contact(safetyResponsible), warnings }
      const gap = safetyGap({ sku, mpn, safety, hasBusinessAddress: true, isBusinessInEu: false })
      return gap === null ? [] : [`${slug}: ${gap}`]
    })
    expect(lacking.sort()).toEqual(['cutter-roller-pm-650: responsible', 'filter-cartridge-45: responsible'])
  })

  it('F1: a machine weighs more packed than bare, and its package is larger', () => {
    for (const product of products.filter(({ category }) => category === 'mat-maker' || category === 'chip-maker')) {
      const rows = new Map(product.specifications)
      const given = facts.get(product.slug)
      const sides = (text = '') => (text.match(/\d+/g) ?? []).map(Number)
      expect(given?.weightKg, product.slug).toBeGreaterThan(Number.parseFloat(rows.get('Weight') ?? ''))
      expect(
        sides(given?.packageMm).every((side, at) => side > (sides(rows.get('Dimensions'))[at] ?? 0)),
        product.slug,
      ).toBe(true)
    }
  })
})

describe('catalog.xlsx', () => {
  it('reads back as the data', async () => {
    const sheets = await readExcelFile(await readFile(workbook))
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['Products', 'Features', 'Images', 'Specifications'])

    const orNull = (value: string | number | boolean) => (value === '' ? null : value)
    const header = [
      'slug',
      'name',
      'description',
      'fullDescription',
      'type',
      'category',
      'business',
      'priceUSD',
      'priceEUR',
      'stock',
      'featured',
      'status',
      'energyEfficiency',
      'materialSavings',
      'carbonReduction',
      'leadTimeDays',
      'shippingClass',
    ] as const
    const given = Object.keys(facts.get('ecomat-1000') ?? {}) as (keyof CatalogFacts)[] // the columns after those of a product
    expect(sheets[0]?.data).toEqual([
      [...header, 'impactModel', ...given],
      ...products.map((product) => [
        ...header.map((key) => orNull(product[key])),
        orNull(modelOf(product)),
        ...given.map((key) => orNull(facts.get(product.slug)?.[key] ?? '')),
      ]),
    ])
    expect(sheets[1]?.data).toEqual([
      ['slug', 'feature'],
      ...products.flatMap((product) => product.features.map((feature) => [product.slug, feature])),
    ])
    expect(sheets[2]?.data).toEqual([
      ['slug', 'url', 'alt'],
      ...products.flatMap((product) => product.images.map((image) => [product.slug, image.url, orNull(image.alt)])),
    ])
    expect(sheets[3]?.data).toEqual([
      ['slug', 'name', 'value'],
      ...products.flatMap((product) => product.specifications.map(([name, value]) => [product.slug, name, value])),
    ])
  })

  it('X7 packs the products of the golden totals as those count them, and sends them from their countries', () => {
    const packed = (slug: string) => {
      const { weightKg, packageMm = '' } = facts.get(slug) ?? {}
      const [length = 0, width = 0, height = 0] = packageMm.split('x').map(Number)
      const country = businesses.find(({ name }) => name === bySlug(slug).business)?.countryCode
      return [weightKg, Number(((length * width * height) / 1e9).toFixed(2)), country]
    }
    expect(packed('slit-mat-900x620-double')).toEqual([10, 0.09, 'IE'])
    expect(packed('plain-mat-250x250')).toEqual([3, 0.03, 'FR'])
    expect(packed('ecomat-trial-mats')).toEqual([1, 0.02, 'US'])
    expect(packed('lindhorst-pm-420')).toEqual([240, 0.65, 'DE'])
    expect(packed('chipmaster-mini')).toEqual([74, 0.28, 'SE'])
    expect(packed('kiln-row-surplus-mats')).toEqual([5, 0.04, 'GB'])
    expect(bySlug('ecomat-1000').shippingClass).toBe('freight')
  })

  it('is what the script writes, byte for byte', async () => {
    expect((await buildCatalog()).equals(await readFile(workbook))).toBe(true)
  })
})
