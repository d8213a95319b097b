import { expect, test } from 'vitest'
import { products } from '#content/catalog.ts'
import { figuresOf, measureQueries, ndcgAt5, QUERIES } from './measure-search.ts'

test('grades 3, 2, 3 of an ideal 3, 3, 2 are 0.9595', () => {
  expect(ndcgAt5([3, 2, 3], [3, 3, 2])).toBeCloseTo(0.9595, 4)
  expect(ndcgAt5([3, 3, 2], [2, 3, 3])).toBe(1)
  expect(ndcgAt5([], [3])).toBe(0)
})

test('only the five best of many count', () => {
  expect(ndcgAt5([3, 3, 3, 3, 3], [3, 3, 3, 3, 3, 3, 3])).toBe(1)
  expect(ndcgAt5([0, 0, 0, 0, 0, 3], [3])).toBe(0)
})

test('there are 260 queries, 60 of them held out, about products of the catalog', () => {
  const of = (lang: string) => QUERIES.filter((query) => query.lang === lang).length
  expect([QUERIES.length, of('en'), of('de'), of('fr')]).toEqual([260, 150, 55, 55])
  expect(QUERIES.filter(({ heldOut }) => heldOut)).toHaveLength(60)
  expect(new Set(QUERIES.map(({ lang, query }) => `${lang} ${query}`)).size).toBe(QUERIES.length)
  const slugs = new Set(products.map(({ slug }) => slug))
  const graded = QUERIES.filter(({ group }) => group === undefined).flatMap(({ grades }) => Object.keys(grades))
  expect(graded.filter((slug) => !slugs.has(slug))).toEqual([])
})

test('figures are means over the queries', async () => {
  const query = { lang: 'en', grades: { one: 3 } } as const
  const queries = [
    { ...query, id: 'A', query: 'a' },
    { ...query, id: 'B', query: 'b' },
  ]
  const measured = await measureQueries(async ({ id }) => (id === 'A' ? ['one'] : []), queries)
  expect(figuresOf(measured)).toEqual({ queries: 2, ndcg: 0.5, zeroResults: 0.5 })
})
