import { useQueryClient } from '@tanstack/react-query'
import { emailError } from '#app/features/identity/sign-in/check-fields.ts'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { refreshTabs } from '#app/features/kit/frame/other-tabs.ts'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { toast } from '#app/lib/toast.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { MEMBER_KINDS, MEMBER_LABELS, TEAM_INVITATION_DAYS } from '#domain/team.ts'

/** Invites a person to the team by email. */
export function InviteForm() {
  const client = useQueryClient()
  const form = useForm({
    check: (element) => ({ email: emailError(textOf(new FormData(element), 'email')) }),
    send: async (fields) => {
      const email = textOf(fields, 'email')
      const kind = MEMBER_KINDS.find((one) => one === textOf(fields, 'kind')) ?? 'member'
      await api.team.invite({ body: { email, kind } })
      toast.success(`Invitation sent to ${email}`)
      await refreshTabs(client)
    },
    failed: 'The invitation could not be sent. Please try again.',
    isEmptiedAfter: true,
  })
  return (
    <section aria-labelledby="invite" className="frame mt-10 p-6">
      <h2 id="invite" className="text-xl">
        Invite a person
      </h2>
      <p className="mt-1 mb-4 max-w-text text-ink-2">
        The link works once, for {TEAM_INVITATION_DAYS} days, and only for an account with this email address.
      </p>
      <form {...form.props} className="grid gap-4">
        <FormProblem text={form.errors.email ? undefined : form.problem} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField label="Email" name="email" type="email" inputMode="email" autoComplete="off" required error={form.errors.email} />
          <SelectField label="Role" name="kind" defaultValue="member" error={form.errors.kind}>
            {MEMBER_KINDS.toReversed().map((kind) => (
              <option key={kind} value={kind}>
                {MEMBER_LABELS[kind]}
              </option>
            ))}
          </SelectField>
        </div>
        <p>
          <SubmitButton isBusy={form.isBusy} busy="Sending...">
            Send invitation
          </SubmitButton>
        </p>
      </form>
    </section>
  )
}
