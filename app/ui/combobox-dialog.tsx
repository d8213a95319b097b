import { type ComponentProps, type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation } from 'react-router'
import { figure } from '#app/lib/format.ts'
import { CloseIcon, SearchIcon } from './icons.tsx'
import { useListbox } from './use-listbox.ts'

const MAX_TYPED = 200

/** A choice and the address it leads to. */
export interface Option {
  to: string
  content: ReactNode
}

export interface OptionGroup {
  label: string
  /** Total number, where the group shows only some. */
  total?: number
  options: Option[]
}

/** Field of a dialog, which takes text before the choices are known. */
export interface ComboboxField {
  /** Name of the dialog. */
  title: string
  /** Name of the field. */
  label: string
  placeholder: string
  enterKeyHint: ComponentProps<'input'>['enterKeyHint']
  typed: string
  onTyped: (text: string) => void
  /** A button beside the field empties it. */
  isClearable?: boolean
  onClose: () => void
}

interface ComboboxDialogProps extends ComboboxField {
  groups: readonly OptionGroup[]
  /** The screen reader's announcement of the choices. */
  announcement: string | false
  /** Returns the address that Enter opens; `active` is the marked choice, undefined for the text itself. Null: Enter does nothing. */
  onEnter: (active: Option | undefined) => string | null
  /** Called with the chosen address once the dialog has closed. */
  onChoose: (to: string) => void
  /** Messages above the choices. */
  children?: ReactNode
  /** More below the choices. */
  foot?: ReactNode
  /** The field takes the focus when this changes, as when the text does. */
  focusOn?: unknown
}

/**
 * A dialog with a text field and choices below it, by kind (APG, combobox). Focus stays in the field; it closes when the page changes. It
 * is part of the body, so that the place of its button does not color it.
 */
export function ComboboxDialog({ title, typed, onTyped, groups, onEnter, onChoose, onClose, ...props }: ComboboxDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const { pathname } = useLocation()
  const openedAt = useRef(pathname)
  const options = groups.flatMap((group) => group.options)
  const idOf = (place: number) => `${id}-${place}`
  const listbox = useListbox(options.length, typed, idOf)
  const close = () => dialog.current?.close()

  // before the next key: a dialog that takes the place of another one, with what was typed there, loses none
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    input.current?.setSelectionRange(MAX_TYPED, MAX_TYPED)
    return () => element?.close() // gives the focus back, also to the dialog that follows
  }, [])
  useLayoutEffect(() => input.current?.focus(), [typed, props.focusOn])
  useEffect(() => {
    if (pathname !== openedAt.current) dialog.current?.close()
  }, [pathname])

  const choose = (to: string) => {
    close()
    onChoose(to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    listbox.onKeyDown(event)
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      const to = onEnter(options[listbox.active])
      if (to !== null) choose(to)
    }
    if (event.key === 'Escape' && typed !== '') {
      event.preventDefault() // the first Escape clears the field, the next one closes the dialog
      onTyped('')
    }
  }
  return createPortal(
    <dialog
      ref={dialog}
      className="search-dialog"
      aria-label={title}
      closedby="any"
      onClose={() => dialog.current && !dialog.current.open && onClose()}
    >
      <div className="flex flex-col max-h-[calc(100dvh_-_120px)] max-sm:h-dvh max-sm:max-h-none">
        <div className="search-line">
          <SearchIcon />
          <input
            ref={input}
            dir="auto"
            type="text"
            role="combobox"
            aria-label={props.label}
            aria-expanded={options.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={listbox.active >= 0 ? idOf(listbox.active) : undefined}
            placeholder={props.placeholder}
            enterKeyHint={props.enterKeyHint}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={MAX_TYPED}
            value={typed}
            onChange={(event) => onTyped(event.target.value)}
            onKeyDown={onKeyDown}
          />
          {props.isClearable && typed !== '' && (
            <button type="button" className="link-button" onClick={() => onTyped('')}>
              Clear
            </button>
          )}
          <button type="button" className="icon-button" aria-label="Close search" onClick={close}>
            <CloseIcon />
          </button>
        </div>
        <p className="visually-hidden" aria-live="polite">
          {props.announcement}
        </p>
        <div className="flex-1 min-h-0 pt-1.5 pb-3 overflow-auto overscroll-contain">
          {props.children}
          <Choices id={`${id}-list`} idOf={idOf} groups={groups} active={listbox.active} onChoose={choose} />
          {props.foot}
        </div>
        <p className="search-keys" aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> to choose <kbd>Enter</kbd> to open <kbd>Esc</kbd> to close
        </p>
      </div>
    </dialog>,
    document.body,
  )
}

/** Returns the index of a group's first choice among all choices. */
const firstPlace = (groups: readonly OptionGroup[], group: number) =>
  groups.slice(0, group).reduce((places, { options }) => places + options.length, 0)

interface ChoicesProps {
  id: string
  idOf: (place: number) => string
  groups: readonly OptionGroup[]
  active: number
  onChoose: (to: string) => void
}

/** The choices are links, so that the mouse can open them in another tab. */
function Choices({ id, idOf, groups, active, onChoose }: ChoicesProps) {
  const choose = (event: MouseEvent, to: string) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onChoose(to)
  }
  return (
    <div id={id} role="listbox" aria-label="Results" className="search-list">
      {groups.map(({ label, total, options }, group) => (
        <div key={label} role="group" aria-label={label}>
          <p className="search-group px-4.5 pt-3 pb-1 text-ink-2 text-sm font-strong" aria-hidden="true">
            {label} {total !== undefined && <span className="count">{figure(total)}</span>}
          </p>
          {options.map(({ to, content }, index) => {
            const at = firstPlace(groups, group) + index
            return (
              <Link
                key={to}
                id={idOf(at)}
                to={to}
                role="option"
                aria-selected={at === active}
                tabIndex={-1}
                className="search-option"
                onClick={(event) => choose(event, to)}
              >
                {content}
              </Link>
            )
          })}
        </div>
      ))}
    </div>
  )
}
