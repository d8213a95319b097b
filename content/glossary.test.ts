import { expect, test } from 'vitest'
import { GLOSSARY, GLOSSARY_CATEGORIES } from './glossary.ts'

test('S146 S147 the glossary has 30 terms in 17 categories', () => {
  expect(GLOSSARY).toHaveLength(30)
  expect(GLOSSARY_CATEGORIES).toHaveLength(17)
})

test('S200 every term has an anchor of its own, a definition, and relations to terms that exist', () => {
  const ids = GLOSSARY.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { id, term, definition, relatedTerms = [] } of GLOSSARY) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(definition.length, term).toBeGreaterThan(120)
    expect(
      relatedTerms.filter((related) => !ids.includes(related) || related === id),
      term,
    ).toEqual([])
  }
})

test('terms stand in the order of the alphabet', () => {
  const terms = GLOSSARY.map(({ term }) => term)
  expect(terms).toEqual([...terms].sort((one, other) => one.localeCompare(other, 'en')))
})

test('one entry ties the four names of the machines together (D23)', () => {
  const tied = GLOSSARY.filter(({ term }) => ['Machines', 'Repurposing', 'Products', 'Equipment'].every((name) => term.includes(name)))
  expect(tied).toHaveLength(1)
})
