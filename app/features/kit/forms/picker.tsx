import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { queryOf, type Read } from '#app/lib/api.ts'
import { count } from '#app/lib/format.ts'
import { useDebouncedValue } from '#app/lib/use-debounced-value.ts'
import { describedBy, FieldFrame } from '#app/ui/field.tsx'
import { useListbox } from '#app/ui/use-listbox.ts'
import type { Page } from '#contract/client.ts'

/** Time in ms without typing after which the search is sent. */
const PAUSE_MS = 200

interface PickerProps<Choice> {
  label: string
  name: string
  hint?: string
  error: string | undefined
  /** Message when nothing matches. */
  none: string
  read: (search: string) => Read<Page<Choice>>
  idOf: (choice: Choice) => string
  onChoose: (choice: Choice) => void
  children: (choice: Choice) => ReactNode
}

/** A field that finds something by its name: matches are listed below it, and the chosen one is passed on (APG, combobox). */
export function Picker<Choice>({ label, name, hint, error, none, read, idOf, onChoose, children }: PickerProps<Choice>) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const search = useDebouncedValue(typed.trim(), PAUSE_MS)
  const found = useQuery({ ...queryOf(read(search)), enabled: search !== '', placeholderData: keepPreviousData })
  const isWanted = typed.trim() !== '' && isOpen
  const choices = isWanted && search !== '' && !found.isError ? (found.data?.items ?? []) : []
  const isCurrent = search === typed.trim() && !found.isPlaceholderData && !found.isFetching
  const optionId = (place: number) => `${id}-${place}`
  const listbox = useListbox(choices.length, typed, optionId)
  const choose = (choice: Choice | undefined) => {
    if (!choice) return
    setTyped('')
    setOpen(false)
    onChoose(choice)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    setOpen(event.key !== 'Escape')
    listbox.onKeyDown(event)
    if (event.key !== 'Enter') return
    event.preventDefault() // it chooses, and does not send the form
    if (listbox.active >= 0 || isCurrent) choose(choices[Math.max(0, listbox.active)])
  }
  const said =
    isWanted && isCurrent ? (found.isError ? "The search didn't respond. Please try again." : choices.length === 0 ? none : '') : ''
  return (
    <div className="relative mt-3" onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && setOpen(false)}>
      <FieldFrame id={id} label={label} hint={hint} error={error}>
        <input
          id={id}
          name={name}
          type="text"
          role="combobox"
          dir="auto"
          className="input"
          aria-expanded={choices.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={listbox.active >= 0 ? optionId(listbox.active) : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={200}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setOpen(true)
          }}
          onFocus={() => setOpen(true)}
          onKeyDown={onKeyDown}
        />
      </FieldFrame>
      <p className="visually-hidden" aria-live="polite">
        {isWanted && isCurrent && (said || count(choices.length, 'choice'))}
      </p>
      <div className="picker-list" hidden={choices.length === 0 && said === ''}>
        <div id={`${id}-list`} role="listbox" aria-label={label}>
          {choices.map((choice, place) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the keys
            <div
              key={idOf(choice)}
              id={optionId(place)}
              role="option"
              tabIndex={-1}
              aria-selected={listbox.active === place}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(choice)}
            >
              {children(choice)}
            </div>
          ))}
        </div>
        {said && <p className="px-3.5 py-3">{said}</p>}
      </div>
    </div>
  )
}
