import { useEffect, useRef } from 'react'

/**
 * Runs something at once, or, while a pointer is pressed, as soon as it is let go: what moves the page under a pressed pointer
 * makes its click miss.
 */
export function useAfterPointer(): (act: () => void) => void {
  const isDown = useRef(false)
  useEffect(() => {
    const listeners = new AbortController()
    const follow = (type: string, isNowDown: boolean) =>
      window.addEventListener(
        type,
        () => {
          isDown.current = isNowDown
        },
        { capture: true, signal: listeners.signal },
      )
    follow('pointerdown', true)
    follow('pointerup', false)
    follow('pointercancel', false)
    return () => listeners.abort()
  }, [])
  return (act) => {
    if (isDown.current) window.addEventListener('pointerup', () => setTimeout(act), { once: true })
    else act()
  }
}
