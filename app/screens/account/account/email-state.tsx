import { useMutation } from '@tanstack/react-query'
import { useRefreshAccount } from '#app/features/accounts/profile/use-account.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import type { AccountUser } from '#contract/accounts/account.ts'

/** Sends the mail again that confirms an address. */
function SendAgain({ to }: { to: string }) {
  const send = useMutation({ mutationFn: () => api.account.sendVerification() })
  return (
    <span role="status">
      {send.isSuccess ? (
        <span className="block">An email with a link is on its way to {to}. The link is valid for one hour.</span>
      ) : (
        <BusyButton className="link-button pl-0" isBusy={send.isPending} busy="Sending..." onPress={() => send.mutate()}>
          Send the email again
        </BusyButton>
      )}
      {send.isError && <span className="block text-bad">{messageOf(send.error, 'The email could not be sent. Please try again.')}</span>}
    </span>
  )
}

/** Asks for the confirmation of an address; nothing when the address is confirmed and no other is pending. */
export function EmailState({ user }: { user: Pick<AccountUser, 'email' | 'emailVerified'> & { pendingEmail: string | null } }) {
  if (user.pendingEmail) return <PendingEmail email={user.pendingEmail} />
  if (user.emailVerified) return null
  return (
    <div className="notice warn text-sm wrap-anywhere">
      <p>
        <b>Not confirmed yet.</b> Please open the link in our email to {user.email}.
      </p>
      <SendAgain to={user.email} />
    </div>
  )
}

function PendingEmail({ email }: { email: string }) {
  const refresh = useRefreshAccount()
  const cancel = useMutation({ mutationFn: () => api.account.cancelNewEmail(), onSuccess: refresh })
  return (
    <div className="notice warn text-sm wrap-anywhere">
      <p>
        <b>Your new address is not confirmed yet.</b> Your old address stays in use until you open the link in our email to {email}.
      </p>
      <SendAgain to={email} />{' '}
      <BusyButton className="link-button" isBusy={cancel.isPending} onPress={() => cancel.mutate()}>
        Keep old address
      </BusyButton>
      {cancel.isError && <span role="alert">{messageOf(cancel.error, 'This could not be saved. Please try again.')}</span>}
    </div>
  )
}
