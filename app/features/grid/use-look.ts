import { useSyncExternalStore } from 'react'

/** How somebody likes a grid to look. */
export interface GridLook {
  isCompact: boolean
  /** Columns that are hidden although usual, or shown although extra. */
  toggled: readonly string[]
}

const USUAL: GridLook = { isCompact: false, toggled: [] }
const keyOf = (name: string) => `grid:${name}`
const listeners = new Set<() => void>()
/** What was read last, so that an unchanged look stays the same object. */
const read = new Map<string, { text: string | null; look: GridLook }>()

function isLook(value: unknown): value is GridLook {
  return typeof value === 'object' && value !== null && 'isCompact' in value && 'toggled' in value && Array.isArray(value.toggled)
}

function parse(text: string | null): GridLook {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isLook(value) ? value : USUAL
  } catch {
    return USUAL
  }
}

function lookOf(name: string): GridLook {
  const text = localStorage.getItem(keyOf(name))
  const known = read.get(name)
  if (known?.text === text) return known.look
  const look = parse(text)
  read.set(name, { text, look })
  return look
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The look of the grid `name`, remembered in this browser, and how to change it. */
export function useLook(name: string): [GridLook, (look: GridLook) => void] {
  const look = useSyncExternalStore(
    subscribe,
    () => lookOf(name),
    () => USUAL,
  )
  const change = (next: GridLook) => {
    localStorage.setItem(keyOf(name), JSON.stringify(next))
    for (const listener of listeners) listener()
  }
  return [look, change]
}
