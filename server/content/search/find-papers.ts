import { languageName, PAPER_LABELS } from '#domain/paper.ts'
import { readPaperSearch } from '#domain/paper-names.ts'
import { searchPapers } from '#server/catalog/papers/paper-list.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { SearchWord } from '#server/platform/text/search-text.ts'

const MAX_PAPERS = 60

/** Public papers of one kind that a search finds on the page of their product. */
interface FoundPapers {
  id: string
  title: string
  href: string
  texts: readonly string[]
}

/**
 * Returns the papers that a search such as "ecomat manual" asks for, one entry for each product and kind; nothing without words for both.
 */
export async function findPapers(db: Db, words: readonly SearchWord[]): Promise<FoundPapers[]> {
  const search = readPaperSearch(words.map(({ readings }) => readings[0] ?? ''))
  if (!search) return []
  const found = Map.groupBy(await searchPapers(db, search, MAX_PAPERS), ({ productId, kind }) => `${productId}-${kind}`)
  return [...found].flatMap(([id, papers]) => {
    const [first] = papers
    if (!first) return []
    const languages = papers.map(({ language }) => languageName(language)).join(', ')
    return [
      {
        id: `paper-${id}`,
        title: `${first.name}: ${PAPER_LABELS[first.kind]}`,
        href: `/products/${first.slug}#papers`,
        texts: [`${PAPER_LABELS[first.kind]} to download: ${languages}.`],
      },
    ]
  })
}
