import { PRIVATE_KEYS } from '#app/lib/private-storage.ts'
import { browserStorage } from '#app/lib/storage.ts'
import type { Cart } from '#contract/cart/cart.ts'

/** Raise it with every change of the contract's `Cart`: what an older version of the shop stored is ignored. */
export const MIRROR_VERSION = 9

interface Mirror {
  userId: string
  cart: Cart
}

const isMirror = (value: unknown): value is Mirror =>
  typeof value === 'object' && value !== null && 'version' in value && value.version === MIRROR_VERSION

/** Parses a stored mirror; null where it is missing, unreadable or of another version. */
export function mirrorOf(stored: string | null): Mirror | null {
  try {
    const value: unknown = JSON.parse(stored ?? 'null')
    return isMirror(value) ? { userId: value.userId, cart: value.cart } : null
  } catch {
    return null
  }
}

/**
 * Returns the cart as this browser saw it last, for the first paint only: the server's answer replaces it. It holds nothing that the server
 * does not know; a visitor's items wait in pending-items.ts and are merged at sign-in.
 */
export const readMirror = (): Mirror | null => mirrorOf(browserStorage.read(PRIVATE_KEYS.cart))

export function storeMirror(mirror: Mirror): void {
  browserStorage.write(PRIVATE_KEYS.cart, JSON.stringify({ version: MIRROR_VERSION, ...mirror }))
}
