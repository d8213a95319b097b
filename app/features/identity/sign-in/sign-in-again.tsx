import { type ComponentType, useEffect, useState } from 'react'
import { SESSION_ENDED, setSignInAgain } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import type { SessionUser } from '#contract/identity/auth.ts'

interface SignInAgainProps {
  user: SessionUser
  onSettled: (isSignedIn: boolean) => void
}

/**
 * Returns who asks the user of a page to sign in again: with a message that opens the form, or, where something is done, with the form
 * itself. Calls that wait for it at the same time share it. @param open shows the form; false when it was canceled
 */
export function beginAgain(open: () => Promise<boolean>) {
  let asking: Promise<boolean> | null = null
  let notice: number | undefined
  /** Token of the last session that its user has continued: what was sent with it is sent again. */
  let continued: string | null = null
  const isEnded = () => useToken.getState().isEnded
  const hush = () => notice !== undefined && toast.dismiss(notice)
  const notify = () => {
    hush()
    notice = toast.error(SESSION_ENDED, { label: 'Sign In', act: () => void ask(true, null), isLasting: true })
  }
  useToken.subscribe(() => !isEnded() && hush())
  async function openOnce(): Promise<boolean> {
    hush()
    const { token } = useToken.getState()
    const isBack = await open()
    asking = null
    if (isBack) continued = token
    if (!isBack && isEnded()) notify()
    return isBack
  }
  async function ask(isDone: boolean, token: string | null): Promise<boolean> {
    if (!isEnded()) return token !== null && token === continued
    if (isDone) return (asking ??= openOnce())
    if (!asking) notify()
    return false
  }
  return ask
}

/**
 * Lets the user of a page whose session has ended sign in again over the page, which stays as it is. The dialog is loaded when it is first
 * needed.
 */
export function SignInAgain({ user }: { user: SessionUser }) {
  const [settle, setSettle] = useState<((isSignedIn: boolean) => void) | null>(null)
  const [SignInDialog, setDialog] = useState<ComponentType<SignInAgainProps>>()
  useEffect(() => {
    const open = () => new Promise<boolean>((resolve) => setSettle(() => resolve)).finally(() => setSettle(null))
    setSignInAgain(beginAgain(open))
    return () => setSignInAgain(null)
  }, [])
  useEffect(() => {
    if (!settle || SignInDialog) return
    import('./sign-in-dialog.tsx').then(
      (loaded) => setDialog(() => loaded.SignInDialog),
      () => {
        toast.error('The sign-in form could not be loaded. Please try again.')
        settle(false)
      },
    )
  }, [settle, SignInDialog])
  return settle && SignInDialog ? <SignInDialog user={user} onSettled={settle} /> : null
}
