import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { day } from '#app/lib/format.ts'
import { toast } from '#app/lib/toast.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { type Column, RowTable } from '#app/ui/row-table.tsx'
import type { TeamInvitation } from '#contract/sellers/team.ts'
import { MEMBER_LABELS } from '#domain/team.ts'

const COLUMNS: readonly Column<TeamInvitation>[] = [
  { title: 'Email', cell: ({ email }) => <span className="font-medium wrap-anywhere">{email}</span> },
  { title: 'Role', cell: ({ kind }) => MEMBER_LABELS[kind] },
  { title: 'Invited by', cell: ({ invitedBy }) => <bdi>{invitedBy ?? 'Deleted account'}</bdi> },
  { title: 'Expires', cell: ({ expiresAt }) => <time dateTime={expiresAt}>{day(expiresAt)}</time> },
  { title: 'Actions', cell: (invitation) => <InvitationActions invitation={invitation} /> },
]

/** Invitations that nobody has accepted yet. */
export function Invitations({ invitations }: { invitations: readonly TeamInvitation[] }) {
  if (invitations.length === 0) return null
  return (
    <section aria-labelledby="invitations" className="mt-10">
      <h2 id="invitations" className="mb-3 text-xl">
        Open invitations
      </h2>
      <RowTable label="Open invitations" columns={COLUMNS} rows={invitations} keyOf={({ id }) => id} />
    </section>
  )
}

function InvitationActions({ invitation: { id, email, kind } }: { invitation: TeamInvitation }) {
  const client = useQueryClient()
  const again = useMutation({
    mutationFn: () => api.team.invite({ body: { email, kind } }),
    onSuccess: () => toast.success(`A new invitation was sent to ${email}`),
    onError: (error) => toast.error(messageOf(error, 'The invitation could not be sent. Please try again.')),
    onSettled: () => refreshTabs(client),
  })
  const withdraw = useMutation({
    mutationFn: () => api.team.remove({ params: { userId: id } }),
    onSuccess: () => toast.success(`The invitation to ${email} was withdrawn`),
    onError: (error) => toast.error(messageOf(error, 'The invitation could not be withdrawn. Please try again.')),
    onSettled: () => refreshTabs(client),
  })
  return (
    <span className="flex flex-wrap gap-x-5 gap-y-1">
      <BusyButton
        className="link-button"
        aria-label={`Send again to ${email}`}
        isBusy={again.isPending}
        busy="Sending..."
        onPress={() => again.mutate()}
      >
        Send again
      </BusyButton>
      <BusyButton
        className="link-button"
        aria-label={`Withdraw the invitation to ${email}`}
        isBusy={withdraw.isPending}
        busy="Withdrawing..."
        onPress={() => withdraw.mutate()}
      >
        Withdraw
      </BusyButton>
    </span>
  )
}
