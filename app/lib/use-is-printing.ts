import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** True while the page is being printed, early enough to render what only paper shows. */
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
