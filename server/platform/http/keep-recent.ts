/** A map of bounded size that forgets what was not written for longest. */
export function recent<Value>(maxEntries: number) {
  const entries = new Map<string, Value>()
  return {
    get: (key: string) => entries.get(key),
    set: (key: string, value: Value) => {
      entries.delete(key)
      entries.set(key, value)
      if (entries.size <= maxEntries) return
      for (const oldest of entries.keys()) {
        entries.delete(oldest)
        break
      }
    },
    delete: (key: string) => entries.delete(key),
  }
}

/** Keeps the last `most` things that were made, each under all that it was made of; one that was asked for stays longer. */
export function keepRecent<Value>(most: number): (key: string, make: () => Value) => Value {
  const kept = recent<{ value: Value }>(most)
  return (key, make) => {
    const entry = kept.get(key) ?? { value: make() }
    kept.set(key, entry)
    return entry.value
  }
}

/** As `keepRecent`, for what takes a while: made once also for many who ask at once; a failure is not kept. */
export function keepRecentAsync<Value>(most: number): (key: string, make: () => Promise<Value>) => Promise<Value> {
  const kept = recent<Promise<Value>>(most)
  return (key, make) => {
    const value = kept.get(key) ?? make()
    kept.set(key, value)
    value.catch(() => kept.delete(key))
    return value
  }
}
