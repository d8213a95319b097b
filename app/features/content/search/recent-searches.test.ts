import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearRecentSearches, recentSearches, storeSearch } from './recent-searches.ts'

const kept = new Map<string, string>()
afterEach(() => vi.unstubAllGlobals())
beforeEach(() => {
  kept.clear()
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  }
  vi.stubGlobal('window', { localStorage })
})

test('the last six searches are kept, newest first, each once', () => {
  for (const query of ['belt', 'roller', ' mat ', 'blade', 'table', 'bin', 'hose', 'BELT', '  ']) storeSearch(query)
  expect(recentSearches()).toEqual(['BELT', 'hose', 'bin', 'table', 'blade', 'mat'])
  clearRecentSearches()
  expect(recentSearches()).toEqual([])
})

test.each(['', 'not json', '{"a":1}', '[1,null,""]', '"text"'])('what somebody else wrote there (%j) is none of ours', (value) => {
  kept.set('recent_searches', value)
  expect(recentSearches()).toEqual([])
})
