import * as z from 'zod/mini'
import { Cart } from '#contract/cart.ts'

const KEY = 'cart'

const Mirror = z.object({ userId: z.string(), cart: Cart })
export type Mirror = z.output<typeof Mirror>

/** The kept copy that this text holds; null where it is none of ours or of an older shape (D95). */
export function mirrorOf(kept: string | null): Mirror | null {
  try {
    const read = Mirror.safeParse(JSON.parse(kept ?? 'null'))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** The cart as this browser saw it last, for the first paint only: the server's answer replaces it. */
export function readMirror(): Mirror | null {
  try {
    return mirrorOf(localStorage.getItem(KEY))
  } catch {
    return null
  }
}

export function keepMirror(mirror: Mirror): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(mirror))
  } catch {
    // the next first paint has to wait for the server
  }
}

/** At sign-out: a shared machine shows nobody else's cart. */
export function dropMirror(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // nothing was kept
  }
}
