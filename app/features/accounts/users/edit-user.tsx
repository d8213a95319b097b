import { useState } from 'react'
import { ConflictNotice } from '#app/features/kit/forms/conflict-notice.tsx'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { FormDraft } from '#app/features/kit/forms/form-draft.tsx'
import { useConflict } from '#app/features/kit/forms/use-conflict.ts'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { api, toastFailure } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { toast } from '#app/lib/toast.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { UpdateUserBody, UserSummary } from '#contract/accounts/users.ts'
import { roleLabel, type UserStatus } from '#domain/user.ts'
import { rolesFor } from '#domain/user-rules.ts'
import { AccountKeys } from './account-keys.tsx'
import { PersonFields, RightsFields } from './user-fields.tsx'

const FAILED = 'Failed to update user'

/** Fields compared when someone else has saved the user meanwhile. */
const FIELDS = [
  { label: 'Name', value: ({ name }: UserSummary) => name },
  { label: 'Email', value: ({ email }: UserSummary) => email },
  { label: 'Role', value: ({ role }: UserSummary) => roleLabel(role) },
  { label: 'Status', value: ({ status }: UserSummary) => status },
  { label: 'Business', value: ({ businessName }: UserSummary) => businessName ?? '' },
]

/** The form as the call takes it; a control that is not there, or must not be changed, sends nothing. */
function bodyOf(fields: FormData, version: number): UpdateUserBody {
  const sent = ['name', 'email', 'role', 'status', 'reason'].filter((name) => fields.has(name))
  const texts = Object.fromEntries(sent.map((name) => [name, textOf(fields, name)]))
  return { ...texts, ...(fields.has('businessId') && { businessId: textOf(fields, 'businessId') || null }), version }
}

interface EditUserProps {
  user: UserSummary
  /** The status that is chosen when the form opens; without it the user's own. */
  status?: UserStatus | undefined
  onClose: () => void
  onSaved: () => void
}

/** Changes a user; there is no password in it: a link for one is mailed. */
export function EditUser({ user, ...rest }: EditUserProps) {
  const [opened, setOpened] = useState(user)
  return <EditForm key={opened.version} user={opened} {...rest} onTakeTheirs={setOpened} />
}

function EditForm({ user, status, onClose, onSaved, onTakeTheirs }: EditUserProps & { onTakeTheirs: (current: UserSummary) => void }) {
  const me = usePageUser()
  const isOwn = me?.id === user.id
  const { props, element, errors, problem, isBusy } = useForm({
    send: async (fields) => {
      try {
        await api.users.update({ params: { id: user.id }, body: bodyOf(fields, conflict.version()) })
      } catch (failure) {
        conflict.note(failure)
        toastFailure(failure, FAILED)
        throw failure
      }
      toast.success('User updated successfully')
      onSaved()
    },
    failed: FAILED,
  })
  const conflict = useConflict(user, element)
  return (
    <FormDialog title={`Edit ${user.name || user.email}`} onClose={onClose}>
      {(close) => (
        <>
          <form {...props} className="mt-4 grid gap-4">
            {conflict.current ? (
              <ConflictNotice
                opened={user}
                current={conflict.current}
                fields={FIELDS}
                onKeepMine={conflict.keepMine}
                onTakeTheirs={() => conflict.current && onTakeTheirs(conflict.current)}
              />
            ) : (
              <FormProblem text={problem} />
            )}
            <FormDraft kind="user" id={user.id} />
            <PersonFields errors={errors} user={user} />
            <RightsFields errors={errors} user={user} roles={rolesFor(user.role)} isOwn={isOwn} status={isOwn ? undefined : status} />
            <TextField
              label="Reason"
              name="reason"
              isOptional
              maxLength={500}
              hint="Why the status changes. Kept in the audit log."
              error={errors.reason}
            />
            <p className="mt-2 flex flex-wrap justify-end gap-3">
              <button type="button" className="button hollow" onClick={close}>
                Cancel
              </button>
              <SubmitButton isBusy={isBusy} busy="Updating...">
                Update User
              </SubmitButton>
            </p>
          </form>
          <AccountKeys user={user} />
        </>
      )}
    </FormDialog>
  )
}
