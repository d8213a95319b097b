import type { Cart, CartItem } from '#contract/cart/cart.ts'

const KEY = 'cart'

interface Mirror {
  userId: string
  cart: Cart
}

type Kind = 'string' | 'number' | 'boolean' | 'string?' | 'number?' | 'object?' | Shape | [Kind]
interface Shape {
  [key: string]: Kind
}

/* Written by hand: the contract's own schemas would bring their library into every page. The compiler asks for each key. */
const ITEM: Record<keyof CartItem, Kind> = {
  productId: 'string',
  slug: 'string',
  name: 'string',
  image: 'string',
  category: 'string',
  price: 'number',
  listPrice: 'number',
  discountPercent: 'number',
  lineTotal: 'number',
  previousPrice: 'number?',
  quantity: 'number',
  stock: 'number',
  available: 'boolean',
  notice: 'string?',
  shippingClass: 'string',
  leadTimeDays: 'number?',
  businessId: 'string',
  businessName: 'string',
}
const CART: Record<keyof Cart, Kind> = {
  items: [ITEM],
  itemCount: 'number',
  appliedPromoCode: 'object?',
  notices: ['string'],
  shippingMethod: 'string',
  shippingOptions: [
    { method: 'string', label: 'string', days: 'string', charge: 'number', offered: 'boolean', earliest: 'string', latest: 'string' },
  ],
  currency: 'string',
  taxRate: 'number',
  totals: { subtotal: 'number', discount: 'number', shipping: 'number', tax: 'number', total: 'number' },
  steps: [{ kind: 'string', text: 'string', amount: 'number' }],
  canCheckOut: 'boolean',
}

function has(value: unknown, kind: Kind): boolean {
  if (Array.isArray(kind)) return Array.isArray(value) && value.every((one) => has(one, kind[0]))
  if (typeof kind === 'string') return (kind.endsWith('?') && value === null) || typeof value === kind.replace('?', '')
  if (typeof value !== 'object' || value === null) return false
  const members = new Map(Object.entries(value))
  return Object.entries(kind).every(([key, inner]) => has(members.get(key), inner))
}

function isMirror(value: unknown): value is Mirror {
  if (!has(value, { userId: 'string', cart: CART })) return false
  const { currency } = (value as Mirror).cart // its keys and kinds were just checked
  return currency === 'USD' || currency === 'EUR'
}

/** The kept copy that this text holds; null where it is none of ours or of an older shape (D95). */
export function mirrorOf(kept: string | null): Mirror | null {
  try {
    const value: unknown = JSON.parse(kept ?? 'null')
    return isMirror(value) ? value : null
  } catch {
    return null
  }
}

/**
 * The cart as this browser saw it last, for the first paint only: the server's answer replaces it. It holds nothing that the server does not
 * know; what a visitor wants is kept by pending-items.ts and merged at sign-in.
 */
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
