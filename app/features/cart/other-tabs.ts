import { outdate } from '#app/lib/reads.ts'

/** Written and removed at once: every other tab of this browser gets an event of it. */
const CHANGED = 'cart_changed'

/** Notifies the other tabs of this browser that the cart has changed; they read it again. */
export function notifyOtherTabs(): void {
  try {
    localStorage.setItem(CHANGED, '1')
    localStorage.removeItem(CHANGED)
  } catch {
    // no storage: other tabs read the cart again when somebody returns to them
  }
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === CHANGED && newValue !== null) void outdate(['cart'])
  })
}
