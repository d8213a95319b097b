import { expect, test } from 'vitest'
import { type MeasuredQuery, reportOn } from './quality.ts'

const measured = (id: string, more: Partial<MeasuredQuery> = {}): MeasuredQuery => ({
  id,
  lang: 'en',
  query: `query ${id}`,
  found: ['a', 'b', 'c', 'd', 'e', 'f'],
  ndcg: 1,
  ...more,
})
const CATALOG = { products: 9, graded: { all: 8, present: 7 } }

test('a report has figures over all, by language and over the held-out queries, and says what it was measured on', () => {
  const queries = [
    measured('1', { ndcg: 0.5 }),
    measured('2', { lang: 'de', found: [], ndcg: 0 }),
    measured('3', { lang: 'fr', ndcg: 0.9, heldOut: true }),
  ]
  const { all, languages, heldOut, products, graded } = reportOn(queries, CATALOG)
  expect(all).toEqual({ queries: 3, ndcg: (0.5 + 0 + 0.9) / 3, zeroResults: 1 / 3 })
  expect(languages).toEqual([
    { language: 'en', figures: { queries: 1, ndcg: 0.5, zeroResults: 0 } },
    { language: 'de', figures: { queries: 1, ndcg: 0, zeroResults: 1 } },
    { language: 'fr', figures: { queries: 1, ndcg: 0.9, zeroResults: 0 } },
  ])
  expect(heldOut).toEqual({ queries: 1, ndcg: 0.9, zeroResults: 0 })
  expect({ products, graded }).toEqual(CATALOG)
})

test('queries below 0.8 are listed, the weakest first, with five results; those that are held out never are', () => {
  const queries = [
    measured('weak', { ndcg: 0.79 }),
    measured('fair', { ndcg: 0.8 }),
    measured('none', { ndcg: 0, found: [] }),
    measured('secret', { ndcg: 0.1, heldOut: true }),
  ]
  const report = reportOn(queries, CATALOG)
  expect(report.weak).toEqual([
    { id: 'none', language: 'en', query: 'query none', ndcg: 0, found: [] },
    { id: 'weak', language: 'en', query: 'query weak', ndcg: 0.79, found: ['a', 'b', 'c', 'd', 'e'] },
  ])
  expect(JSON.stringify(report)).not.toContain('secret')
})
