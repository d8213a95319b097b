import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is on its way to the printer: what only paper shows is made then, before the browser looks. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const listeners = new AbortController()
    const { signal } = listeners
    const media = window.matchMedia('print')
    const set = (value: boolean) => flushSync(() => setPrinting(value))
    window.addEventListener('beforeprint', () => set(true), { signal })
    window.addEventListener('afterprint', () => set(media.matches), { signal })
    media.addEventListener('change', () => set(media.matches), { signal })
    return () => listeners.abort()
  }, [])
  return isPrinting
}
