/**
 * A storage of this browser. It never fails: where the browser denies it, has none or has no room, what is written lasts as long as the
 * page.
 */
interface BrowserStorage {
  read: (key: string) => string | null
  /** Stores a text, or removes it with null. */
  write: (key: string, text: string | null) => void
  /** Removes every text whose key is meant. */
  removeAll: (isMeant: (key: string) => boolean) => void
}

function guard(open: () => Storage | null): BrowserStorage {
  /** Texts that the browser did not take; null: removed. */
  const untaken = new Map<string, string | null>()

  /** Returns what `use` makes of the storage; null where the browser denies it or has none. */
  function attempt<Result>(use: (storage: Storage) => Result): Result | null {
    try {
      const storage = open()
      return storage ? use(storage) : null
    } catch {
      return null
    }
  }

  function write(key: string, text: string | null): void {
    if (typeof window === 'undefined') return // the server's memory is everybody's
    const isTaken = attempt((storage) => {
      if (text === null) storage.removeItem(key)
      else storage.setItem(key, text)
      return true
    })
    if (isTaken) {
      untaken.delete(key)
      return
    }
    attempt((storage) => storage.removeItem(key)) // no room: the text before must not come back with the next page
    untaken.set(key, text)
  }

  if (typeof window !== 'undefined') {
    window.addEventListener('storage', ({ key }) => {
      if (key !== null) untaken.delete(key) // another tab has stored a newer one
    })
  }
  return {
    read: (key) => untaken.get(key) ?? (untaken.has(key) ? null : attempt((storage) => storage.getItem(key))),
    write,
    removeAll: (isMeant) => {
      const keys = [...(attempt((storage) => Object.keys(storage)) ?? []), ...untaken.keys()]
      for (const key of keys.filter(isMeant)) write(key, null)
    },
  }
}

/** The storage that all tabs of this browser share. */
export const browserStorage = guard(() => window.localStorage)
/** The storage of this tab. */
export const tabStorage = guard(() => window.sessionStorage)
