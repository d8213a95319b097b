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

/** The bearer token of this browser: in local storage under `auth_token` (S7), shared by all tabs. */
export const useToken = create<{ token: string | null }>(() => ({ token: typeof window === 'undefined' ? null : read() }))

export function currentToken(): string | null {
  return useToken.getState().token
}

export function setToken(token: string | null): void {
  write(token)
  useToken.setState({ token })
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === KEY || event.key === null) useToken.setState({ token: read() })
  })
}
