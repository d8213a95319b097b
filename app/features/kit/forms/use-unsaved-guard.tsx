import { useEffect } from 'react'
import { type Location, useBlocker } from 'react-router'
import { AskDialog } from '#app/ui/ask-dialog.tsx'

/** Another page of the shop. */
const isOtherPage = (here: Location, there: Location) => here.pathname !== there.pathname

/**
 * Asks before somebody leaves what is not saved: another page of the shop in a dialog, anything else by the browser's own question.
 * @param isLeaving which changes of the address leave the form; without it, those to another page.
 * @returns the question, to be rendered; null while nobody leaves.
 */
export function useUnsavedGuard(isDirty: boolean, isLeaving: (here: Location, there: Location) => boolean = isOtherPage) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isDirty && isLeaving(currentLocation, nextLocation))
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
  if (blocker.state !== 'blocked') return null
  return (
    <AskDialog
      title="Leave without saving?"
      confirm="Leave"
      busy="Leaving…"
      isBusy={false}
      isDanger
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    >
      <p>What you have changed here is not saved.</p>
    </AskDialog>
  )
}
