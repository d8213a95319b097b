import { create } from 'zustand'

const KEY = 'auth_token'
/** Written and taken away at once: other tabs hear of it, also when one of them has put the token away before. */
const SIGNED_OUT = 'signed_out'

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

/** Keeps the token of somebody who has signed in; null signs out, in every tab. */
export function setToken(token: string | null): void {
  if (token === null) notifySignedOut() // first: a token that goes without it has ended
  write(token)
  useToken.setState({ token, isEnded: false })
}

/** The shop does not know the token any more: it is put away, and the page stays with what was typed into it. */
export function endSession(): void {
  write(null)
  useToken.setState({ isEnded: true })
}

function notifySignedOut(): void {
  try {
    localStorage.setItem(SIGNED_OUT, '1')
    localStorage.removeItem(SIGNED_OUT)
  } catch {
    // no storage: other tabs have a token of their own
  }
}

const endings = new Set<() => void>()

/** Calls `listen` when another tab has found that the session which this page shows has ended. */
export function onEndedElsewhere(listen: () => void): void {
  endings.add(listen)
}

/** Handles a token removed by another tab without a sign-out: the session has ended, and the page stays open here too. */
function followEnd(): void {
  if (currentToken() === null) return
  useToken.setState({ isEnded: true })
  for (const listen of endings) listen()
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === SIGNED_OUT && newValue !== null) useToken.setState({ token: null, isEnded: false })
    else if (key === KEY && newValue === null && read() === null) followEnd()
    else if (key === KEY || key === null) useToken.setState({ token: read(), isEnded: false })
  })
}
