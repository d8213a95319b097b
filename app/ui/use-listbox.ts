import { type KeyboardEvent, useEffect, useState } from 'react'

interface Listbox {
  /** Index of the option that Enter opens; -1: none, the text itself. */
  active: number
  onKeyDown: (event: KeyboardEvent) => void
}

/** Keyboard control of a listbox below a text field (APG combobox): arrow keys wrap around, Home and End work once an option is active. */
export function useListbox(count: number, resetOn: string, idOf: (place: number) => string): Listbox {
  const [active, setActive] = useState(-1)
  const [resetFor, setResetFor] = useState(resetOn)
  if (resetFor !== resetOn) {
    setResetFor(resetOn)
    setActive(-1)
  }
  const shown = active < count ? active : -1
  const id = shown < 0 ? null : idOf(shown)
  useEffect(() => {
    if (id) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [id])
  const moves: Readonly<Record<string, () => number>> = {
    ArrowDown: () => (shown + 1 < count ? shown + 1 : -1),
    ArrowUp: () => (shown < 0 ? count - 1 : shown - 1),
    ...(shown >= 0 && { Home: () => 0, End: () => count - 1 }),
  }
  return {
    active: shown,
    onKeyDown: (event) => {
      const move = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey ? undefined : moves[event.key]
      if (!move || count === 0) return
      event.preventDefault()
      setActive(move())
    },
  }
}
