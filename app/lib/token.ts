import { create } from 'zustand'

const KEY = 'auth_token'

function read(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null // no storage: the session lasts as long as the page
  }
}

function write(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, token)
  } catch {
    // kept in memory only
  }
}

interface StoredToken {
  token: string | null
  /** The shop refused it: it is sent no more, and only names what the open page has read until somebody leaves that page. */
  isEnded: boolean
}

/** The bearer token of this browser: in local storage under `auth_token` (S7), shared by all tabs. */
export const useToken = create<StoredToken>(() => ({ token: typeof window === 'undefined' ? null : read(), isEnded: false }))

/** The token to send; null for none. */
export function currentToken(): string | null {
  const { token, isEnded } = useToken.getState()
  return isEnded ? null : token
}

export function setToken(token: string | null): void {
  write(token)
  useToken.setState({ token, isEnded: false })
}

/** The shop does not know the token any more: it is put away, and the page stays with what was typed into it (D8). */
export function endSession(): void {
  write(null)
  useToken.setState({ isEnded: true })
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === KEY || event.key === null) useToken.setState({ token: read(), isEnded: false })
  })
}
