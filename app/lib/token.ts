import { create } from 'zustand'
import { browserStorage } from './storage.ts'

const KEY = 'auth_token'
/** Written and taken away at once: other tabs hear of it, also when one of them has put the token away before. */
const SIGNED_OUT = 'signed_out'

const read = () => browserStorage.read(KEY)

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
  browserStorage.write(KEY, token)
  useToken.setState({ token, isEnded: false })
}

/** The shop does not know the token any more: it is put away, and the page stays with what was typed into it. */
export function endSession(): void {
  browserStorage.write(KEY, null)
  useToken.setState({ isEnded: true })
}

function notifySignedOut(): void {
  browserStorage.write(SIGNED_OUT, '1')
  browserStorage.write(SIGNED_OUT, null)
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
