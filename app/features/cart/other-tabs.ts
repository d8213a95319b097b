import { outdate } from '#app/lib/reads.ts'
import { browserStorage } from '#app/lib/storage.ts'

/** Written and removed at once: every other tab of this browser gets an event of it. */
const CHANGED = 'cart_changed'

/** Notifies the other tabs of this browser that the cart has changed; they read it again. */
export function notifyOtherTabs(): void {
  browserStorage.write(CHANGED, '1')
  browserStorage.write(CHANGED, null)
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === CHANGED && newValue !== null) void outdate(['cart'])
  })
}
