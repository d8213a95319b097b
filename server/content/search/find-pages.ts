import { faqItems } from '#content/faq.ts'
import { HELP_PAGES } from '#content/help-pages.ts'
import { LEGAL_PAGES, POLICIES } from '#content/policies/policies.ts'
import type { PageBlock, PageSection } from '#content/written-page.ts'
import { isQuality, STOP_WORDS } from '#domain/search/query-words.ts'
import { wordsOf } from '#domain/search/words.ts'
import { readShopFacts } from '#server/content/shop/read-shop-facts.ts'
import { rememberCounts } from '#server/platform/db/remember-counts.ts'
import { WITHOUT_STOCK } from '#server/platform/db/revisions.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { SearchWord } from '#server/platform/text/search-text.ts'
import { stemWord } from '#server/platform/text/stem-words.ts'

/** A page of help, or a question of one. */
export interface HelpPage {
  id: string
  title: string
  href: string
  texts: readonly string[]
}

/** A page with the stems of its words. */
interface IndexedPage extends HelpPage {
  titleStems: ReadonlySet<string>
  /** Number of occurrences of each stem. */
  stems: ReadonlyMap<string, number>
}

const stemsOf = (text: string) => wordsOf(text).map((word) => stemWord(word, 'en'))

function textOf(block: PageBlock): string {
  if (typeof block === 'string') return block
  if ('list' in block) return block.list.join(' ')
  if ('table' in block) return [block.table.caption, ...block.table.head, ...block.table.rows.flat()].join(' ')
  if ('form' in block) return [block.form.title, ...block.form.lines, ...block.form.fields, block.form.note].join(' ')
  return block.links.map(({ label }) => label).join(' ')
}

const textsOf = (sections: readonly PageSection[]) => sections.map((section) => [section.title, ...section.blocks.map(textOf)].join(' '))

function indexed(page: HelpPage): IndexedPage {
  const titleStems = new Set(stemsOf(page.title))
  const stems = new Map<string, number>()
  for (const stem of [page.title, ...page.texts].flatMap(stemsOf)) stems.set(stem, (stems.get(stem) ?? 0) + 1)
  return { ...page, titleStems, stems }
}

/** Returns the policies, the other written pages, then the questions and answers, with the figures in force. */
function readPages(deps: Deps): Promise<IndexedPage[]> {
  return rememberCounts(deps.db, { key: 'help pages', shows: WITHOUT_STOCK }, async () => {
    const shop = await readShopFacts(deps)
    const policies = [...Object.values(POLICIES), ...Object.values(LEGAL_PAGES)].map((policy): HelpPage => {
      const { path, title, description, lead, sections } = policy(shop)
      return { id: path.slice(1), title, href: path, texts: [description, lead, ...textsOf(sections)] }
    })
    const written = HELP_PAGES.map(
      ({ href, title, description, sections = [] }): HelpPage => ({
        id: href.slice(1),
        title,
        href,
        texts: [description, ...textsOf(sections)],
      }),
    )
    const questions = faqItems(shop).map(
      ({ id, question, answer }): HelpPage => ({ id, title: question, href: `/faq#${id}`, texts: [answer] }),
    )
    return [...policies, ...written, ...questions].map(indexed)
  })
}

/** Says whether a page need not have a word: "long" in "how long is the warranty". */
const isAside = (word: string) => STOP_WORDS.has(word) || isQuality([word])

/**
 * Returns the pages of help that have every word of a search, those with more of them in the title first, then those that have them more
 * often.
 */
export async function findPages(deps: Deps, words: readonly SearchWord[]): Promise<HelpPage[]> {
  const wanted = words
    .map(({ readings }) => readings.flatMap(stemsOf))
    .filter((stems, at) => stems.length > 0 && (words.length === 1 || !isAside(words[at]?.readings[0] ?? '')))
  if (wanted.length === 0) return []
  const hasOne = (stems: { has: (stem: string) => boolean }, readings: readonly string[]) => readings.some((stem) => stems.has(stem))
  const timesIn = ({ stems }: IndexedPage) => wanted.flat().reduce((sum, stem) => sum + (stems.get(stem) ?? 0), 0)
  return (await readPages(deps))
    .filter(({ stems }) => wanted.every((readings) => hasOne(stems, readings)))
    .map((page, place) => ({
      page,
      place,
      times: timesIn(page),
      inTitle: wanted.filter((readings) => hasOne(page.titleStems, readings)).length,
    }))
    .sort((one, other) => other.inTitle - one.inTitle || other.times - one.times || one.place - other.place)
    .map(({ page }) => page)
}
