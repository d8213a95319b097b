import { useEffect } from 'react'

/** Names the thing that a screen shows in the title of the tab; null until it has been read. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = title
  }, [title])
}
