import { afterEach, describe, expect, test, vi } from 'vitest'

interface Browser {
  readonly localStorage: unknown
  readonly sessionStorage: unknown
}

/** A storage with room for so many characters. */
function storageOf(room: number, texts: Record<string, string> = {}) {
  return Object.assign(
    Object.create({
      getItem(this: Record<string, string>, key: string) {
        return Object.hasOwn(this, key) ? this[key] : null
      },
      setItem(this: Record<string, string>, key: string, text: string) {
        const others = Object.entries(this).filter(([name]) => name !== key)
        if (others.reduce((sum, [name, value]) => sum + name.length + value.length, key.length + text.length) > room)
          throw new DOMException('full', 'QuotaExceededError')
        this[key] = text
      },
      removeItem(this: Record<string, string>, key: string) {
        delete this[key]
      },
    }),
    texts,
  )
}

const denied = (): never => {
  throw new DOMException('denied', 'SecurityError')
}

/** The storages as this browser has them; `otherTab` is what another tab does. */
async function open(browser: Browser) {
  const listeners: ((event: { key: string | null }) => void)[] = []
  const window = Object.assign(browser, {
    addEventListener: (_: string, listen: (event: { key: string | null }) => void) => listeners.push(listen),
  })
  vi.stubGlobal('window', window)
  vi.resetModules()
  const { browserStorage, tabStorage } = await import('./storage.ts')
  return { storages: [browserStorage, tabStorage], otherTab: (key: string) => listeners.forEach((listen) => listen({ key })) }
}

afterEach(() => vi.unstubAllGlobals())

const BROWSERS: readonly [name: string, make: () => Browser][] = [
  ['stores', () => ({ localStorage: storageOf(1000), sessionStorage: storageOf(1000) })],
  [
    'denies its storage',
    () => ({
      get localStorage() {
        return denied()
      },
      get sessionStorage() {
        return denied()
      },
    }),
  ],
  ['has none', () => ({ localStorage: null, sessionStorage: undefined })],
  ['has no room', () => ({ localStorage: storageOf(0), sessionStorage: storageOf(0) })],
  [
    'denies every use of its storage',
    () => {
      const shut = new Proxy({}, { get: denied, ownKeys: denied })
      return { localStorage: shut, sessionStorage: shut }
    },
  ],
]

describe('4.1 a browser that', () => {
  test.each(BROWSERS)('%s reads what was written, for as long as the page', async (_, make) => {
    const { storages } = await open(make())
    for (const storage of storages) {
      expect(storage.read('cart')).toBeNull()
      storage.write('cart', 'one')
      storage.write('cart', 'two')
      storage.write('market', 'DE')
      expect([storage.read('cart'), storage.read('market')]).toEqual(['two', 'DE'])
      storage.write('market', null)
      expect([storage.read('cart'), storage.read('market')]).toEqual(['two', null])
      storage.removeAll((key) => key === 'cart')
      expect(storage.read('cart')).toBeNull()
    }
  })

  test('has no more room forgets what it cannot replace: the text before does not come back', async () => {
    const localStorage = storageOf(20, { auth_token: 'of-ann' })
    const { storages } = await open({ localStorage, sessionStorage: null })
    const [storage] = storages
    storage?.write('auth_token', 'a-longer-one-of-bob')
    expect(storage?.read('auth_token')).toBe('a-longer-one-of-bob')
    expect(localStorage.getItem('auth_token')).toBeNull()
    storage?.write('auth_token', 'short')
    expect(localStorage.getItem('auth_token')).toBe('short')
  })

  test('was full follows what another tab could store', async () => {
    const localStorage = storageOf(20)
    const { storages, otherTab } = await open({ localStorage, sessionStorage: null })
    const [storage] = storages
    storage?.write('currency', 'a text that is too long')
    localStorage.setItem('currency', 'EUR')
    otherTab('currency')
    expect(storage?.read('currency')).toBe('EUR')
  })
})

test('the server remembers nothing, because its memory is that of all visitors', async () => {
  vi.resetModules()
  const { browserStorage } = await import('./storage.ts')
  browserStorage.write('cart', 'of one visitor')
  expect(browserStorage.read('cart')).toBeNull()
})
