import { useNavigate } from 'react-router'
import { useSwitches } from '#app/features/kit/frame/use-switches.ts'
import { count } from '#app/lib/format.ts'
import { ComboboxDialog, type ComboboxField } from '#app/ui/combobox-dialog.tsx'
import { type Worker, workPlaces } from './places.ts'
import { groupOfPlaces } from './result-groups.tsx'
import { useOfficeSearch } from './use-office-search.tsx'

/** The search of the back office: orders, users, businesses, products and screens, with results while somebody types. */
export default function OfficeSearchDialog({ user, field }: { user: Worker; field: ComboboxField }) {
  const { typed } = field
  const navigate = useNavigate()
  const { groups: hits, isWaiting, isFailed } = useOfficeSearch(user, typed)
  const screens = workPlaces(user, typed, useSwitches(user))
  const groups = [...groupOfPlaces(screens, 'Screens'), ...hits]
  const options = groups.flatMap((group) => group.options)
  const isTyping = typed.trim() !== ''
  return (
    <ComboboxDialog
      {...field}
      groups={groups}
      announcement={isTyping && !isWaiting && count(options.length, 'result')}
      // never the first of an earlier search
      onEnter={(active) => (active ?? (screens.length > 0 || !isWaiting ? options[0] : undefined))?.to ?? null}
      onChoose={(to) => void navigate(to)}
    >
      {isFailed && (
        <p role="alert" className="px-4.5 py-3 text-bad">
          The search could not be reached. Please try again.
        </p>
      )}
      {isTyping && options.length === 0 && !isWaiting && !isFailed && (
        <p className="px-4.5 py-3 text-ink-2">Nothing found for {typed.trim()}.</p>
      )}
    </ComboboxDialog>
  )
}
