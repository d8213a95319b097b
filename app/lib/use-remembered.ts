import { useSyncExternalStore } from 'react'
import { browserStorage } from './storage.ts'

const listeners = new Set<() => void>()
/** Last value by key, so that an unchanged value stays the same object. */
const known = new Map<string, { text: string | null; value: unknown }>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function parse<Value>(text: string | null, isValue: (value: unknown) => value is Value, usual: Value): Value {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isValue(value) ? value : usual
  } catch {
    return usual
  }
}

function read<Value>(key: string, isValue: (value: unknown) => value is Value, usual: Value): Value {
  const text = browserStorage.read(key)
  const last = known.get(key)
  if (last?.text === text) return last.value as Value // read by this very key
  const value = parse(text, isValue, usual)
  known.set(key, { text, value })
  return value
}

/**
 * Something that this browser remembers under `key`, the same in all its tabs, and how to change it.
 * @param usual as long as nothing is remembered, or nothing that `isValue` knows; the same object at every call.
 */
export function useRemembered<Value>(
  key: string,
  isValue: (value: unknown) => value is Value,
  usual: Value,
): [Value, (value: Value) => void] {
  const value = useSyncExternalStore(
    subscribe,
    () => read(key, isValue, usual),
    () => usual,
  )
  const change = (next: Value) => {
    browserStorage.write(key, JSON.stringify(next))
    for (const listener of listeners) listener()
  }
  return [value, change]
}
