import { expect, test } from 'vitest'
import { countedToday } from './claim.tsx'

test('F7.2.12 the footnote says what the shop counts today beside the figures that it claims', () => {
  const years = { isCounted: false, counter: null, countedValue: null }
  const articles = { isCounted: false, counter: 'articles' as const, countedValue: 10 }
  const company = { isCounted: false, counter: 'companies' as const, countedValue: 1 }
  expect(countedToday([years, articles, company])).toBe('Counted today: 10 articles, 1 company.')
  expect(countedToday([years, { ...articles, isCounted: true }])).toBe('')
})
