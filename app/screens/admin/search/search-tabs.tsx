import { useLocation } from 'react-router'
import { ChoiceNav } from '#app/ui/choice-nav.tsx'

const TABS = [
  { to: '/admin/search', label: 'Zero-result searches' },
  { to: '/admin/search/synonyms', label: 'Synonyms' },
  { to: '/admin/search/clicks', label: 'Clicks' },
  { to: '/admin/search/try', label: 'Try a search' },
  { to: '/admin/search/quality', label: 'Quality' },
]

/** Links between the screens of the search. */
export function SearchTabs() {
  const { pathname } = useLocation()
  return (
    <div className="my-4">
      <ChoiceNav label="Search" choices={TABS.map((tab) => ({ ...tab, isChosen: tab.to === pathname }))} />
    </div>
  )
}
