import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '#app/features/kit/session/use-session.ts'
import { queryOf } from '#app/lib/api.ts'
import { count } from '#app/lib/format.ts'
import { useDebouncedValue } from '#app/lib/use-debounced-value.ts'
import { useRead } from '#app/lib/use-read.ts'
import { ComboboxDialog, type ComboboxField } from '#app/ui/combobox-dialog.tsx'
import type { SearchResults, Suggestion } from '#contract/content/search.ts'
import { isStaffRole } from '#domain/user.ts'
import { limitGroups } from './limit-groups.ts'
import { workPlaces } from './places.ts'
import { suggestionsQuery } from './queries.ts'
import { clearRecentSearches, recentSearches, storeSearch } from './recent-searches.ts'
import { groupOfAll, groupOfAnswers, groupOfPlaces, groupOfRecent, groupOfSuggested, groupsOfResults } from './result-groups.tsx'
import { QUICK_LINKS, searchHref, totalWithAnswers } from './search-address.ts'
import { SearchMessages } from './search-messages.tsx'
import { sendClick, sendOutcome } from './send-click.ts'
import { type InstantSearch, useInstantSearch } from './use-instant-search.ts'

/** Returns the screen reader's announcement of the results: their number, and a correction of the search. */
function announcementOf({ results, isSlow }: InstantSearch): string {
  if (isSlow) return 'Searching...'
  if (!results) return ''
  const total = totalWithAnswers(results)
  if (total === 0) return `No results for ${results.query}`
  return `${count(total, 'result')} for ${results.meant ?? results.query}`
}

interface Known {
  recent: readonly string[]
  suggested: readonly Suggestion[]
}

/** Most choices that answer what is typed; places of the back office and the link to all results come on top. */
const MAX_CHOICES = 8

function groupsOf(results: SearchResults | null, typed: string, { recent, suggested }: Known, role: Parameters<typeof workPlaces>[0]) {
  const work = groupOfPlaces(workPlaces(role, typed), 'Back office')
  if (typed.trim() === '')
    return [
      ...groupOfRecent(recent),
      ...groupOfSuggested(suggested, 'Popular searches'),
      ...work,
      ...groupOfPlaces(QUICK_LINKS, 'Quick links'),
    ]
  const first = groupOfSuggested(suggested, 'Suggestions')
  return results
    ? [
        ...limitGroups([...groupOfAnswers(results), ...first, ...groupsOfResults(results)], MAX_CHOICES),
        ...groupOfSuggested(results.categories, 'Related categories'),
        ...work,
        ...groupOfAll(results),
      ]
    : [...first, ...work]
}

/** Returns the place of a result among those of its group, from 1; undefined for what is no result. */
function placeOf(results: SearchResults | null, to: string): number | undefined {
  const group =
    results && [...groupOfAnswers(results), ...groupsOfResults(results)].find(({ options }) => options.some((option) => option.to === to))
  return group ? group.options.findIndex((option) => option.to === to) + 1 : undefined
}

/** Time in ms for which results are shown before their search counts as made: who types on has not made it. */
const MADE_MS = 2000

/** Pause in typing before suggestions are read, in ms. */
const SUGGEST_MS = 200

/** The search dialog, with results while typing. */
export function SearchDialog(field: ComboboxField) {
  const { typed, onTyped } = field
  const navigate = useNavigate()
  const session = useSession()
  const { user } = session
  const isCounted = session.status !== 'loading' && !isStaffRole(user?.role)
  const [recent, setRecent] = useState(recentSearches)
  const search = useInstantSearch(typed)
  const isTyping = typed.trim() !== ''
  const shown = useDebouncedValue(search.results, MADE_MS)
  useEffect(() => {
    if (isCounted && shown?.query === typed.trim()) sendOutcome(shown)
  }, [isCounted, shown, typed])
  const wanted = useDebouncedValue(typed.trim(), SUGGEST_MS)
  const suggested = useRead(queryOf(suggestionsQuery(wanted)))
  const known = { recent, suggested: wanted === typed.trim() ? (suggested.data ?? []) : [] }
  return (
    <ComboboxDialog
      {...field}
      groups={groupsOf(search.results, typed, known, user)}
      announcement={announcementOf(search)}
      onEnter={(active) => active?.to ?? (isTyping ? searchHref(typed.trim()) : null)}
      onChoose={(to) => {
        if (isTyping) storeSearch(typed)
        if (isTyping && isCounted) {
          if (search.results?.query === typed.trim()) sendOutcome(search.results)
          sendClick(typed, to, placeOf(search.results, to))
        }
        if (to.startsWith('/')) void navigate(to)
        else location.assign(to) // an answer may link another site
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
