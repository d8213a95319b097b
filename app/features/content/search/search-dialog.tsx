import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '#app/features/kit/session/use-session.ts'
import { count } from '#app/lib/format.ts'
import { ComboboxDialog, type ComboboxField } from '#app/ui/combobox-dialog.tsx'
import type { SearchResults } from '#contract/content/search.ts'
import { QUICK_LINKS, workPlaces } from './places.ts'
import { clearRecentSearches, recentSearches, storeSearch } from './recent-searches.ts'
import { groupOfAll, groupOfPlaces, groupOfRecent, groupsOfResults } from './result-groups.tsx'
import { searchHref, totalOf } from './search-address.ts'
import { SearchMessages } from './search-messages.tsx'
import { type InstantSearch, useInstantSearch } from './use-instant-search.ts'

/** Returns the screen reader's announcement of the results: their number, and a correction of the search. */
function announcementOf({ results, isSlow }: InstantSearch): string {
  if (isSlow) return 'Searching...'
  if (!results) return ''
  const total = totalOf('all', results.totals)
  if (total === 0) return `No results for ${results.query}`
  return `${count(total, 'result')} for ${results.meant ?? results.query}`
}

function groupsOf(results: SearchResults | null, typed: string, recent: readonly string[], role: Parameters<typeof workPlaces>[0]) {
  const work = groupOfPlaces(workPlaces(role, typed), 'Back office')
  if (typed.trim() === '') return [...groupOfRecent(recent), ...work, ...groupOfPlaces(QUICK_LINKS, 'Quick links')]
  return results ? [...groupsOfResults(results), ...work, ...groupOfAll(results)] : work
}

/** The search dialog, with results while typing. */
export function SearchDialog(field: ComboboxField) {
  const { typed, onTyped } = field
  const navigate = useNavigate()
  const { user } = useSession()
  const [recent, setRecent] = useState(recentSearches)
  const search = useInstantSearch(typed)
  const isTyping = typed.trim() !== ''
  return (
    <ComboboxDialog
      {...field}
      groups={groupsOf(search.results, typed, recent, user)}
      announcement={announcementOf(search)}
      onEnter={(active) => active?.to ?? (isTyping ? searchHref(typed.trim()) : null)}
      onChoose={(to) => {
        if (isTyping) storeSearch(typed)
        void navigate(to)
      }}
      focusOn={recent}
      foot={
        !isTyping &&
        recent.length > 0 && (
          <button
            type="button"
            className="link-button ml-3.5"
            onClick={() => {
              clearRecentSearches()
              setRecent([])
            }}
          >
            Clear recent searches
          </button>
        )
      }
    >
      <SearchMessages search={search} isTyping={isTyping} onMeant={onTyped} />
    </ComboboxDialog>
  )
}
