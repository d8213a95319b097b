import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActDialog } from '#app/features/kit/forms/delete-dialog.tsx'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { useLeaveTeam } from '#app/features/sellers/team/use-leave-team.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { day } from '#app/lib/format.ts'
import { toast } from '#app/lib/toast.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { type Column, RowTable } from '#app/ui/row-table.tsx'
import type { SessionUser } from '#contract/identity/auth.ts'
import type { TeamMember } from '#contract/sellers/team.ts'
import { MEMBER_LABELS, OWNERS_ONLY } from '#domain/team.ts'

/** Returns the columns of the people of a team, as `user`, an owner of it, sees them. */
const columnsFor = (user: SessionUser, owners: number): readonly Column<TeamMember>[] => [
  {
    title: 'Person',
    cell: ({ userId, name, email }) => (
      <>
        <span className="font-medium">
          <bdi>{name || email}</bdi>
          {userId === user.id && ' (you)'}
        </span>
        <span className="block text-sm wrap-anywhere text-ink-2">{email}</span>
      </>
    ),
  },
  { title: 'Role', cell: ({ kind }) => MEMBER_LABELS[kind] },
  { title: 'Two-factor sign-in', cell: ({ hasSecondFactor }) => (hasSecondFactor ? 'On' : 'Off') },
  { title: 'Since', cell: ({ since }) => <time dateTime={since}>{day(since)}</time> },
  {
    title: 'Actions',
    cell: (member) =>
      member.kind === 'owner' && owners === 1 ? (
        <span className="text-ink-2">A team needs an owner</span>
      ) : (
        <MemberActions member={member} user={user} />
      ),
  },
]

/** The people of a business, and what an owner may change about them. */
export function Members({ members, user }: { members: readonly TeamMember[]; user: SessionUser }) {
  const owners = members.filter(({ kind }) => kind === 'owner').length
  return (
    <section aria-labelledby="people" className="mt-6">
      <h2 id="people" className="mb-3 text-xl">
        People
      </h2>
      <RowTable label="People of your team" columns={columnsFor(user, owners)} rows={members} keyOf={({ userId }) => userId} />
    </section>
  )
}

function MemberActions({ member: { userId, name, email, kind }, user }: { member: TeamMember; user: SessionUser }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [isStepping, setStepping] = useState(false)
  const leave = useLeaveTeam(user)
  const isOwn = userId === user.id
  const other = kind === 'owner' ? 'member' : 'owner'
  const person = name || email
  const changeKind = async () => {
    await api.team.change({ params: { userId }, body: { kind: other } })
    toast.success(`${person} is now ${other === 'owner' ? 'an owner' : 'a member'}`)
    await refreshTabs(client)
  }
  const change = useMutation({
    mutationFn: changeKind,
    onError: (error) => toast.error(messageOf(error, 'The role could not be changed. Please try again.')),
  })
  const remove = async () => {
    if (isOwn) return leave()
    await api.team.remove({ params: { userId } })
    toast.success(`${person} was removed`)
    setAsking(false)
    await refreshTabs(client)
  }
  return (
    <span className="flex flex-wrap gap-x-5 gap-y-1">
      <BusyButton
        className="link-button"
        aria-label={`Make ${other}: ${person}`}
        isBusy={change.isPending}
        busy="Saving..."
        onPress={() => (isOwn ? setStepping(true) : change.mutate())}
      >
        Make {other}
      </BusyButton>
      <button type="button" className="link-button" aria-label={isOwn ? 'Leave team' : `Remove ${person}`} onClick={() => setAsking(true)}>
        {isOwn ? 'Leave team' : 'Remove'}
      </button>
      {isStepping && (
        <ActDialog
          title="Become a member?"
          confirm="Become member"
          busy="Saving..."
          isDanger
          act={changeKind}
          failed="The role could not be changed. Please try again."
          onClose={() => setStepping(false)}
        >
          <p>You can no longer see or change {OWNERS_ONLY}. Another owner can make you an owner again.</p>
        </ActDialog>
      )}
      {isAsking && (
        <ActDialog
          title={isOwn ? 'Leave the team?' : `Remove ${person}?`}
          confirm={isOwn ? 'Leave team' : 'Remove person'}
          busy={isOwn ? 'Leaving...' : 'Removing...'}
          isDanger
          act={remove}
          failed="The team could not be changed. Please try again."
          onClose={() => setAsking(false)}
        >
          <p>
            {isOwn
              ? 'You lose access right away. To come back, you need a new invitation.'
              : 'This person is signed out everywhere and loses access right away. Their actions stay in the history.'}
          </p>
        </ActDialog>
      )}
    </span>
  )
}
