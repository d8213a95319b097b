import { type ComponentType, useEffect, useState } from 'react'
import { setSignInAsker } from '#app/lib/step-up.ts'
import { toast } from '#app/lib/toast.ts'
import type { SessionUser } from '#contract/identity/auth.ts'

export interface SignInAgainProps {
  user: SessionUser
  onSettled: (isSignedIn: boolean) => void
}

/** Lets the user of a page whose session has ended sign in again over the page, which stays as it is. The dialog is loaded when it is first needed. */
export function SignInAgain({ user }: { user: SessionUser }) {
  const [settle, setSettle] = useState<((isSignedIn: boolean) => void) | null>(null)
  const [SignInDialog, setDialog] = useState<ComponentType<SignInAgainProps>>()
  useEffect(() => {
    let asking: Promise<boolean> | null = null
    setSignInAsker(() => {
      asking ??= new Promise<boolean>((resolve) => setSettle(() => resolve)).finally(() => {
        asking = null
        setSettle(null)
      })
      return asking
    })
    return () => setSignInAsker(null)
  }, [])
  useEffect(() => {
    if (!settle || SignInDialog) return
    import('./sign-in-dialog.tsx').then(
      (loaded) => setDialog(() => loaded.SignInDialog),
      () => {
        toast.error('The form to sign in could not be loaded. Please try again.')
        settle(false)
      },
    )
  }, [settle, SignInDialog])
  return settle && SignInDialog ? <SignInDialog user={user} onSettled={settle} /> : null
}
