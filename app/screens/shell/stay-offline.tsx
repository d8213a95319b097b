import { useEffect } from 'react'
import { toast } from '#app/lib/toast.ts'

const OFFLINE = "You're offline. This page stays open: try again once you're connected."

/** Returns the link of this shop that a click would open in this tab; null for none, and for a place within the page. */
function openedBy({ target, button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return null
  const isHere = link.pathname === location.pathname && link.search === location.search
  return link.origin === location.origin && link.target !== '_blank' && !isHere ? link : null
}

/** Stays on the page when a link is clicked without a network, and says so: the next page could not be read. */
export function StayOffline() {
  useEffect(() => {
    const stay = (event: MouseEvent) => {
      if (navigator.onLine || !openedBy(event)) return
      event.preventDefault()
      toast.warning(OFFLINE)
    }
    window.addEventListener('click', stay, { capture: true })
    return () => window.removeEventListener('click', stay, { capture: true })
  }, [])
  return null
}
