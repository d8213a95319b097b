import { useState } from 'react'
import { ActDialog } from '#app/features/kit/forms/delete-dialog.tsx'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { teamQuery } from '#app/features/sellers/team/queries.ts'
import { useLeaveTeam } from '#app/features/sellers/team/use-leave-team.ts'
import { useToken } from '#app/lib/token.ts'
import { Load } from '#app/ui/load.tsx'
import type { SessionUser } from '#contract/identity/auth.ts'
import { OWNERS_ONLY } from '#domain/team.ts'
import { Invitations } from './team/invitations.tsx'
import { InviteForm } from './team/invite-form.tsx'
import { Members } from './team/members.tsx'

/** The people of the seller's business. Members see that owners manage it, and how to leave. */
export default function BusinessTeamScreen() {
  const user = usePageUser()
  const token = useToken((state) => state.token)
  if (!user) return null
  return (
    <>
      <h1>Team</h1>
      <p className="mt-2 max-w-text text-ink-2">
        Everyone signs in with their own account. Owners can do everything. Members can do everything but {OWNERS_ONLY}.
      </p>
      {user.memberKind === 'owner' ? (
        <Load read={teamQuery(token)} failure="Your team could not be loaded.">
          {({ members, invitations }) => (
            <>
              <Members members={members} user={user} />
              <Invitations invitations={invitations} />
              <InviteForm />
            </>
          )}
        </Load>
      ) : (
        <MemberPart user={user} />
      )}
    </>
  )
}

function MemberPart({ user }: { user: SessionUser }) {
  const [isAsking, setAsking] = useState(false)
  const leave = useLeaveTeam(user)
  if (user.businessId === null) return <p className="panel mt-6 p-5 text-ink-2">Your account isn't on the team of a business.</p>
  return (
    <section className="frame mt-6 p-6" aria-labelledby="membership">
      <h2 id="membership" className="text-xl">
        You're a member
      </h2>
      <p className="mt-2 mb-4 max-w-text">
        The owners of <bdi>{user.businessName}</bdi> manage its team. Ask one of them to invite others or to make you an owner.
      </p>
      <button type="button" className="button hollow" onClick={() => setAsking(true)}>
        Leave team
      </button>
      {isAsking && (
        <ActDialog
          title={`Leave ${user.businessName}?`}
          confirm="Leave team"
          busy="Leaving..."
          isDanger
          act={leave}
          failed="You could not leave. Please try again."
          onClose={() => setAsking(false)}
        >
          <p>You lose access right away. To come back, you need a new invitation. Your own orders stay in your account.</p>
        </ActDialog>
      )}
    </section>
  )
}
