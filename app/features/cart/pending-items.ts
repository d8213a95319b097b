import { useSyncExternalStore } from 'react'
import { browserStorage } from '#app/lib/storage.ts'

/** An item that a visitor wanted to add to the cart before signing in. */
export interface PendingItem {
  productId: string
  quantity: number
}

const KEY = 'pending_cart_items'
/** Maximum number of items; the oldest are dropped. */
const MAX_ITEMS = 50
const MAX_UNITS = 100_000

const NONE: readonly PendingItem[] = []
const listeners = new Set<() => void>()
let seen: { text: string | null; items: readonly PendingItem[] } = { text: null, items: NONE }

function store(items: readonly PendingItem[]): void {
  browserStorage.write(KEY, items.length === 0 ? null : JSON.stringify(items))
  for (const listener of listeners) listener()
}

/** Returns the pending items of this browser, the oldest first; what makes no sense is left out. */
export function readPendingItems(): readonly PendingItem[] {
  const text = browserStorage.read(KEY)
  if (text !== seen.text) seen = { text, items: pendingItemsOf(text) }
  return seen.items
}

/** Stores an item in this browser until somebody has signed in; more of the same product is added to what was wanted of it. */
export function keepPendingItem({ productId, quantity }: PendingItem): void {
  const items = readPendingItems()
  const wanted = items.find((item) => item.productId === productId)?.quantity ?? 0
  const others = items.filter((item) => item.productId !== productId)
  store([...others, { productId, quantity: Math.min(wanted + quantity, MAX_UNITS) }].slice(-MAX_ITEMS))
}

/** Removes a pending item. */
export function dropPendingItem(productId: string): void {
  store(readPendingItems().filter((item) => item.productId !== productId))
}

/** Returns the pending items and removes them. */
export function takePendingItems(): readonly PendingItem[] {
  const items = readPendingItems()
  store([])
  return items
}

function pendingItemsOf(text: string | null): readonly PendingItem[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kept) ? kept.flatMap(pendingItemOf) : NONE
  } catch {
    return NONE
  }
}

function pendingItemOf(kept: unknown): PendingItem[] {
  if (typeof kept !== 'object' || kept === null || !('productId' in kept) || !('quantity' in kept)) return []
  const { productId, quantity } = kept
  return typeof productId === 'string' && typeof quantity === 'number' && Number.isSafeInteger(quantity) && quantity > 0
    ? [{ productId, quantity }]
    : []
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The pending items of this browser, in all its tabs; none on the server. */
export function usePendingItems(): readonly PendingItem[] {
  return useSyncExternalStore(subscribe, readPendingItems, () => NONE)
}
