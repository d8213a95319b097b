import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { PasswordForm } from '#app/features/accounts/profile/password-form.tsx'
import { useRefreshAccount } from '#app/features/accounts/profile/use-account.ts'
import { EntrancePage } from '#app/features/identity/sign-in/entrance-page.tsx'
import { internalPath } from '#app/features/identity/sign-in/internal-path.ts'
import { Guard } from '#app/features/kit/session/guard.tsx'
import { signOut } from '#app/features/kit/session/sign-out.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { Queries } from '#app/lib/queries.tsx'
import { toast } from '#app/lib/toast.ts'
import type { SessionUser } from '#contract/identity/auth.ts'
import type { RouteHandle } from '#contract/route-handle.ts'

export const handle: RouteHandle = { isListed: false }

export const meta = () => pageMeta({ title: 'Choose a new password', description: 'Choose your own password.', isPrivate: true })

export default function NewPasswordScreen() {
  return (
    <Queries>
      <Guard>{(user) => <NewPassword user={user} />}</Guard>
    </Queries>
  )
}

/** Asks a user whose password was set by someone else to choose a new one, then returns to the page that was asked for. */
function NewPassword({ user }: { user: SessionUser }) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const refresh = useRefreshAccount()
  const from = search.get('from')
  useEffect(() => {
    if (!user.mustChangePassword) void navigate(internalPath(from), { replace: true })
  }, [user.mustChangePassword, from, navigate])
  const changed = async () => {
    toast.success('Your new password is set')
    await refresh()
  }
  const leave = async () => {
    await signOut()
    await navigate('/login')
  }
  return (
    <EntrancePage title="Choose a new password" lead="Someone else set your password. Please choose one that only you know.">
      <PasswordForm user={user} label="Save new password" onChanged={changed} />
      <p className="fold-t mt-6 pt-4">
        Not <bdi>{user.name || user.email}</bdi>?{' '}
        <button type="button" className="link-button" onClick={() => void leave()}>
          Sign out
        </button>
      </p>
    </EntrancePage>
  )
}
