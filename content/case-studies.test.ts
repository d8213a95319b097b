import { expect, test } from 'vitest'
import { supplyNotice } from '#domain/supply.ts'
import { caseStudies } from './case-studies.ts'
import { products } from './catalog.ts'

test('S204 S205 S206 the five stories have the ids and industries of the specification, two of them featured', () => {
  expect(caseStudies.map(({ id, industry, featured }) => [id, industry, featured])).toEqual([
    ['automotive-efficiency', 'Automotive Manufacturing', true],
    ['aerospace-precision', 'Aerospace & Defense', true],
    ['electronics-miniaturization', 'Consumer Electronics', false],
    ['medical-device-manufacturing', 'Medical Devices', false],
    ['renewable-energy-components', 'Renewable Energy', false],
  ])
})

test.each(caseStudies)('S203 the story $id is whole, marked as illustrative, and names products of the catalog', (study) => {
  expect(study.completedDate).toMatch(/^(January|February|March|April|May|June|July|August|September|October|November|December) 20\d\d$/)
  expect(study.results).toHaveLength(4)
  for (const text of [study.title, study.location, study.challenge, study.solution, study.imageAlt]) expect(text.length).toBeGreaterThan(8)
  expect(study.illustrative).toBe(true)
  expect(study.client).toMatch(/\(illustrative\)$/)
  expect(study.testimonial.author).toBe('Illustrative quote')
  const known = new Map(products.map(({ slug, name }) => [slug, name]))
  expect(study.products.length).toBeGreaterThan(2)
  for (const { name, slug } of study.products) expect(known.get(slug)).toBe(name)
})

test.each(caseStudies)('35.1.12 the machine of $id runs at its place, and everything else that the story names fits it', (study) => {
  const [machine, ...others] = study.products.map(({ slug }) => products.find((product) => product.slug === slug))
  expect(machine?.specifications.some(([name]) => name === 'Throughput')).toBe(true)
  expect(study.solution).toContain(machine?.name)
  for (const product of [machine, ...others]) {
    const fits = product?.specifications.find(([name]) => name === 'Fits')?.[1].split(', ')
    if (product?.type === 'machine' && product !== machine) expect(fits, product.name).toContain(machine?.name)
    const country = /Ohio|Kansas/.test(study.location) ? 'US' : 'DE'
    const rows = product?.specifications.map(([name, value]) => ({ name, value })) ?? []
    expect(supplyNotice(rows, country), product?.name).toBeNull()
  }
})
