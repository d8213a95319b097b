import { expect, test } from 'vitest'
import { CALCULATOR_MACHINES, calculateImpact, DEFAULT_INPUTS, impactBand } from '#domain/impact.ts'
import { isSlug } from '#domain/product.ts'
import { ARTICLE_CATEGORIES } from './articles/types.ts'
import { articles } from './articles.ts'
import { products } from './catalog.ts'

const PAGES = new Set(['/materials', '/products', '/producers', '/impact-calculator', '/glossary', '/buyers-guide', '/faq', '/contact'])
const LATEST = '2026-11-01'
const ADDRESS = /\]\(([^)\s]+)\)/g

test('the articles are long enough to say something, have addresses of their own, and of the past', () => {
  expect(new Set(articles.map(({ slug }) => slug)).size).toBe(articles.length)
  const dates = articles.flatMap(({ publishedAt }) => publishedAt ?? [])
  expect(dates.length).toBeGreaterThanOrEqual(9)
  expect(dates).toEqual(dates.toSorted())
  for (const { slug, title, excerpt, category, tags, content, publishedAt } of articles) {
    expect(isSlug(slug), slug).toBe(true)
    expect(title.length, slug).toBeLessThanOrEqual(70)
    expect(excerpt.length, slug).toBeLessThanOrEqual(200)
    expect(ARTICLE_CATEGORIES).toContain(category)
    expect(tags.length, slug).toBeGreaterThan(0)
    const words = content.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
    expect(words, slug).toBeGreaterThanOrEqual(publishedAt === null ? 100 : 600)
    expect(words, slug).toBeLessThanOrEqual(1050)
    expect(publishedAt === null || publishedAt < LATEST, slug).toBe(true)
  }
})

test('every link of the articles leads to a page, a product on sale, another article, or a named source', () => {
  const onSale = new Set(products.filter(({ status }) => status === 'Active').map(({ slug }) => `/products/${slug}`))
  const written = new Set(articles.filter(({ publishedAt }) => publishedAt !== null).map(({ slug }) => `/blog/${slug}`))
  for (const { slug, content } of articles) {
    for (const [, address = ''] of content.matchAll(ADDRESS)) {
      const [path = ''] = address.split(/[?#]/)
      const isKnown = PAGES.has(path) || onSale.has(path) || written.has(path) || address.startsWith('https://eur-lex.europa.eu/')
      expect(isKnown, `${slug}: ${address}`).toBe(true)
    }
  }
})

test('headings begin at the second level and leave none out; marks are plain', () => {
  for (const { slug, content } of articles) {
    const levels = [...content.matchAll(/^(#+) /gm)].map(([, marks = '']) => marks.length)
    let previous = 1
    for (const level of levels) {
      expect(level >= 2 && level <= previous + 1, `${slug}: a heading of level ${level} after ${previous}`).toBe(true)
      previous = level
    }
    expect(content, slug).not.toMatch(/[—“”‘]|\bTODO\b|lorem/i)
  }
})

test('the payback article works its figures out as the calculator does', () => {
  const machine = CALCULATOR_MACHINES[0]
  if (!machine) throw new Error('no machine')
  const { content } = articles.find(({ slug }) => slug === 'payback-step-by-step') ?? { content: '' }
  const small = { ...DEFAULT_INPUTS, currentMaterialCost: 900, shippingCost: 300, laborCost: 400 }
  const dollars = (amount: number) => `$${Math.round(amount).toLocaleString('en-US')}`
  for (const inputs of [DEFAULT_INPUTS, small]) {
    const result = calculateImpact(inputs, machine)
    for (const amount of [result.materialSavings, result.shippingSavings, result.laborSavings, result.annualSavings]) {
      expect(content).toContain(dollars(amount))
    }
    expect(content).toContain(`${Number((result.paybackPeriod ?? 0).toFixed(1))} months`)
  }
  const { low, high } = impactBand(DEFAULT_INPUTS, machine)
  expect(content).toContain(`from ${high.paybackPeriod?.toFixed(1)} to ${low.paybackPeriod?.toFixed(1)} months`)
  expect(content).toContain(`${impactBand(small, machine).low.paybackPeriod?.toFixed(1)} months`)
  expect(content).toContain(`${calculateImpact(DEFAULT_INPUTS, machine).packagingMaterialSaved.toLocaleString('en-US')} units`)
})
