import { useMutation } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { EntrancePage } from '#app/features/identity/sign-in/entrance-page.tsx'
import { IncompleteLink } from '#app/features/identity/sign-in/incomplete-link.tsx'
import { openBusiness } from '#app/features/kit/frame/other-tabs.ts'
import { useIsHydrated, useSession } from '#app/features/kit/session/use-session.ts'
import { api, messageOf, type Read } from '#app/lib/api.ts'
import { pageMeta } from '#app/lib/meta.ts'
import { Queries } from '#app/lib/queries.tsx'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { Load } from '#app/ui/load.tsx'
import { LoadingNote } from '#app/ui/loading-note.tsx'
import type { RouteHandle } from '#contract/route-handle.ts'
import type { OpenedInvitation } from '#contract/sellers/team.ts'
import { MEMBER_LABELS } from '#domain/team.ts'

export const handle: RouteHandle = { isListed: false, isCached: false }

export const meta = () => [
  ...pageMeta({ title: 'Join a team', description: 'An invitation to the team of a business.', isPrivate: true }),
  { name: 'referrer', content: 'no-referrer' },
]

const invitationQuery = (token: string): Read<OpenedInvitation> => ({
  queryKey: ['team-invitation', token],
  read: (client, signal) => client.team.invitation({ body: { token }, signal }),
  staleTime: 0,
})

/** Looking at this page changes nothing: mail scanners look at every link. Its button accepts. */
export default function TeamInvitationScreen() {
  const [search] = useSearchParams()
  const token = search.get('token')
  return (
    <EntrancePage title="Join a team" lead="Work for a business with your own account.">
      {useIsHydrated() ? (
        token ? (
          <Queries>
            <Load read={invitationQuery(token)} failure="The invitation could not be loaded.">
              {(invitation) => <Invitation invitation={invitation} token={token} />}
            </Load>
          </Queries>
        ) : (
          <IncompleteLink>{null}</IncompleteLink>
        )
      ) : (
        <LoadingNote />
      )}
    </EntrancePage>
  )
}

function Invitation({ invitation, token }: { invitation: OpenedInvitation; token: string }) {
  const { businessName, kind, invitedBy, email } = invitation
  return (
    <>
      <dl className="pairs mb-5">
        <dt>Business</dt>
        <dd>
          <bdi>{businessName}</bdi>
        </dd>
        <dt>Role</dt>
        <dd>{MEMBER_LABELS[kind]}</dd>
        {invitedBy && (
          <>
            <dt>Invited by</dt>
            <dd>
              <bdi>{invitedBy}</bdi>
            </dd>
          </>
        )}
        <dt>For</dt>
        <dd className="wrap-anywhere">{email}</dd>
      </dl>
      <Next email={email} token={token} />
    </>
  )
}

/** The next step: an account with the address, or the button. */
function Next({ email, token }: { email: string; token: string }) {
  const { status, user } = useSession()
  const accept = useMutation({
    mutationFn: () => api.team.accept({ body: { token } }),
    onSuccess: openBusiness,
  })
  if (status === 'loading') return <LoadingNote />
  if (user === null) {
    const from = encodeURIComponent(`/team/accept?token=${token}`)
    return (
      <>
        <p className="mb-4">Sign in with this email address to accept, or create an account with it first.</p>
        <p className="flex flex-wrap gap-3">
          <Link to={`/login?from=${from}`} className="button">
            Sign in
          </Link>
          <Link to={`/register?from=${from}`} className="button hollow">
            Create account
          </Link>
        </p>
      </>
    )
  }
  if (user.email.toLowerCase() !== email.toLowerCase()) {
    return (
      <p role="alert" className="notice warn wrap-anywhere">
        You're signed in as {user.email}. Sign out, then sign in with {email} to accept.
      </p>
    )
  }
  return (
    <>
      {accept.isError && (
        <p role="alert" className="notice bad mb-4">
          {messageOf(accept.error, 'The invitation could not be accepted. Please try again.')}
        </p>
      )}
      {user.role === 'customer' && (
        <p className="mb-4 text-ink-2">
          Your account becomes a seller's account. Your own orders and addresses stay in it, and if you leave the team it's a customer's
          account again. Your other devices are signed out.
        </p>
      )}
      <BusyButton className="button" isBusy={accept.isPending || accept.isSuccess} busy="Joining..." onPress={() => accept.mutate()}>
        Accept invitation
      </BusyButton>
    </>
  )
}
