import { useMutation } from '@tanstack/react-query'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { api, toastFailure } from '#app/lib/api.ts'
import { count } from '#app/lib/format.ts'
import { toast } from '#app/lib/toast.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import type { UserSummary } from '#contract/accounts/users.ts'
import { isFirstPasswordExpired } from '#domain/user.ts'

/** Describes the state of the user's email address. */
function emailWords({ email, signInEmail, emailVerified }: UserSummary): string {
  if (email !== signInEmail) return `${email} is not confirmed yet. Until then sign-in and emails use ${signInEmail}.`
  return emailVerified ? 'The email address is confirmed.' : 'The email address is not confirmed yet.'
}

function firstPasswordWords({ createdAt }: UserSummary): string {
  return isFirstPasswordExpired(new Date(createdAt), new Date())
    ? 'The first password has expired. Send a link to choose a new one.'
    : 'The first password has not been replaced yet.'
}

/** Staff actions on a user's sign-in: email a password link, end all sessions; of super admins also to reset a lost second factor. */
export function AccountKeys({ user }: { user: UserSummary }) {
  const params = { id: user.id }
  const link = useMutation({
    mutationFn: () => api.users.sendResetLink({ params }),
    onSuccess: () => toast.success(`A link for a new password is on its way to ${user.signInEmail}`),
    onError: (failure) => toastFailure(failure, 'The link could not be sent. Please try again.'),
  })
  const signOut = useMutation({
    mutationFn: () => api.users.endSessions({ params }),
    onSuccess: ({ ended }) =>
      toast.success(ended === 0 ? 'This user is not signed in on any device' : `Signed out of ${count(ended, 'device')}`),
    onError: (failure) => toastFailure(failure, 'The user could not be signed out. Please try again.'),
  })
  const me = usePageUser()
  const reset = useMutation({
    mutationFn: () => api.users.removeSecondFactor({ params }),
    onSuccess: ({ removed }) =>
      toast.success(removed ? 'Two-factor sign-in was reset. The user was emailed.' : 'This user has no two-factor sign-in'),
    onError: (failure) => toastFailure(failure, 'Two-factor sign-in could not be reset. Please try again.'),
  })
  return (
    <section aria-label="Sign-in" className="fold-t mt-5 pt-5">
      <p className="text-sm wrap-anywhere text-ink-2">
        {emailWords(user)}
        {user.mustChangePassword && ` ${firstPasswordWords(user)}`}
      </p>
      <p className="mt-3 flex flex-wrap gap-3">
        <BusyButton className="button hollow small min-h-11" isBusy={link.isPending} busy="Sending..." onPress={() => link.mutate()}>
          Send password link
        </BusyButton>
        <BusyButton
          className="button hollow small min-h-11"
          isBusy={signOut.isPending}
          busy="Signing out..."
          onPress={() => signOut.mutate()}
        >
          Sign out everywhere
        </BusyButton>
        {me?.role === 'super_admin' && me.id !== user.id && (
          <BusyButton className="button hollow small min-h-11" isBusy={reset.isPending} busy="Resetting..." onPress={() => reset.mutate()}>
            Reset two-factor sign-in
          </BusyButton>
        )}
      </p>
    </section>
  )
}
