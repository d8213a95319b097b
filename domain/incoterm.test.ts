import { describe, expect, test } from 'vitest'
import { INCOTERMS, incotermSentence } from './incoterm.ts'

describe('the meaning of a delivery term', () => {
  test.each(INCOTERMS)('%s speaks of no import within a country or the European Union', (rule) => {
    for (const [from, to] of [
      ['US', 'US'],
      ['CA', 'CA'],
      ['DE', 'FR'],
      ['SE', 'IE'],
    ] as const) {
      const sentence = incotermSentence({ rule, place: 'Lyon' }, { from, to })
      expect(sentence).toMatch(new RegExp(`^${rule} Lyon, Incoterms 2020. `))
      expect(sentence).not.toMatch(/import|export|dut|clear/i)
    }
  })

  test.each(INCOTERMS)('%s says who pays the import to another customs territory, and where the sender is not known', (rule) => {
    for (const from of ['US', undefined, null]) expect(incotermSentence({ rule, place: 'Lyon' }, { from, to: 'FR' })).toContain('import')
    expect(incotermSentence({ rule, place: 'Oslo' }, { from: 'SE', to: 'NO' })).toContain('import')
    expect(incotermSentence({ rule, place: 'Duluth' }, { from: 'DE', to: 'US' })).toContain('import')
  })
})
