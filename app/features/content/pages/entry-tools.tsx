import { count } from '#app/lib/format.ts'
import { ChoiceNav } from '#app/ui/choice-nav.tsx'
import { SearchBox } from '#app/ui/search-box.tsx'
import { type EntryFilters, entriesHref, slugOf } from './entry-filters.ts'

interface EntryToolsProps {
  path: '/faq' | '/glossary'
  /** Singular of what the page lists. */
  noun: string
  categories: readonly string[]
  filters: EntryFilters
  /** Entries that the search found, in every category. */
  found: readonly { category: string }[]
  /** Number of those in the chosen category. */
  shownCount: number
}

/** "All" and a button for every category with the number of its entries, the search, and how many entries are shown. */
export function EntryTools({ path, noun, categories, filters: { category, search }, found, shownCount }: EntryToolsProps) {
  const hrefOf = (name: string, text: string) => entriesHref(path, { category: name, search: text })
  const countOf = (name: string) => found.filter((entry) => entry.category === name).length
  return (
    <>
      <ChoiceNav
        label={`Categories of ${noun}s`}
        choices={['', ...categories].map((name) => ({
          label: name || 'All',
          count: name ? countOf(name) : found.length,
          to: hrefOf(name, search),
          isChosen: name === category,
        }))}
      />
      <div className="list-tools mt-0">
        <SearchBox
          search={search}
          label={`Search ${noun}s`}
          placeholder={`Search ${noun}s...`}
          action={path}
          hrefOf={(text) => hrefOf(category, text)}
        >
          {category && <input type="hidden" name="category" value={slugOf(category)} />}
        </SearchBox>
        <p role="status" className="font-medium">
          {count(shownCount, noun)}
        </p>
      </div>
    </>
  )
}
