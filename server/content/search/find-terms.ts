import { GLOSSARY, type GlossaryTerm } from '#content/glossary.ts'
import { normalizeText } from '#domain/search/words.ts'
import { type SearchWord } from '#server/platform/text/search-text.ts'

const TERMS = GLOSSARY.map((term) => {
  const title = normalizeText(term.term)
  return { term, title, text: [title, normalizeText(term.definition), normalizeText(term.category)].join('\n') }
})

/** Every word of the glossary that is long enough to be misspelled. */
export const GLOSSARY_WORDS: readonly string[] = [
  ...new Set(TERMS.flatMap(({ text }) => text.split(/[^a-z0-9]+/).filter((word) => word.length > 3))),
]

/** Ranks a term's name, 0 best. */
function rankOf(title: string, words: readonly SearchWord[]): number {
  const phrase = words.map(({ readings }) => readings[0] ?? '').join(' ')
  const isIn = ({ readings }: SearchWord) => readings.some((reading) => title.includes(reading))
  if (` ${title}`.includes(` ${phrase}`)) return 0
  if (title.includes(phrase)) return 1
  if (words.every(isIn)) return 2
  return words.some(isIn) ? 3 : 4
}

/** Returns the glossary terms with every word in their name, definition or category, best first. */
export function findTerms(words: readonly SearchWord[]): GlossaryTerm[] {
  const hasAll = (text: string) => words.every(({ readings }) => readings.some((reading) => text.includes(reading)))
  return TERMS.filter(({ text }) => hasAll(text))
    .map(({ term, title }) => ({ term, title, rank: rankOf(title, words) }))
    .sort((a, b) => a.rank - b.rank || (a.title < b.title ? -1 : 1))
    .map(({ term }) => term)
}
