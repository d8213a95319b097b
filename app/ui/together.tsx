import { useIsFetching } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { LoadingSkeleton } from './load.tsx'

/** Longest time in ms that parts wait for each other. */
const PATIENCE_MS = 3000
/** Time in ms in which a part that has arrived asks for more. */
const SETTLING_MS = 50

/**
 * Parts that read for themselves and come together, so that none moves another while it arrives: unseen until everything has its first
 * answer.
 */
export function Together({ children }: { children: ReactNode }) {
  const [isShown, setShown] = useState(false)
  const isReading = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), isReading ? PATIENCE_MS : SETTLING_MS)
    return () => clearTimeout(timer)
  }, [isReading])
  useEffect(() => {
    if (isShown) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [isShown])
  return (
    <>
      {!isShown && <LoadingSkeleton />}
      <div hidden={!isShown}>{children}</div>
    </>
  )
}
