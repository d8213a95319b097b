import { useMutation } from '@tanstack/react-query'
import { api, messageOf } from '#app/lib/api.ts'
import { count } from '#app/lib/format.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { toast } from '#app/ui/toast.ts'
import type { UserSummary } from '#contract/users.ts'

/** What staff do about a user's ways in: mail a link for a new password, sign the user out everywhere. */
export function AccountKeys({ user }: { user: UserSummary }) {
  const params = { id: user.id }
  const link = useMutation({
    mutationFn: () => api.users.sendResetLink({ params }),
    onSuccess: () => toast.success(`A link for a new password is on its way to ${user.email}`),
    onError: (failure) => toast.error(messageOf(failure, 'The link could not be sent. Please try again.')),
  })
  const signOut = useMutation({
    mutationFn: () => api.users.endSessions({ params }),
    onSuccess: ({ ended }) =>
      toast.success(ended === 0 ? 'This user is not signed in anywhere' : `Signed out of ${count(ended, 'device')}`),
    onError: (failure) => toast.error(messageOf(failure, 'The user could not be signed out. Please try again.')),
  })
  return (
    <section aria-label="Sign-in" className="fold-above mt-5 pt-5">
      <p className="text-sm text-ink-2">
        {user.emailVerified ? 'The email address is confirmed.' : 'The email address is not confirmed yet.'}
        {user.mustChangePassword && ' The first password has not been replaced yet.'}
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
      </p>
    </section>
  )
}
