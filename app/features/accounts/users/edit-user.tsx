import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useRecordForm } from '#app/features/kit/forms/use-record-form.ts'
import { usePageUser } from '#app/features/kit/session/use-session.ts'
import { api, toastFailure } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { toast } from '#app/lib/toast.ts'
import { TextField } from '#app/ui/field.tsx'
import type { UpdateUserBody, UserSummary } from '#contract/accounts/users.ts'
import type { UserStatus } from '#domain/user.ts'
import { rolesFor } from '#domain/user-rules.ts'
import { AccountKeys } from './account-keys.tsx'
import { PersonFields, RightsFields } from './user-fields.tsx'

const FAILED = 'Failed to update user'

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
export function EditUser({ user, status, onClose, onSaved }: EditUserProps) {
  const isOwn = usePageUser()?.id === user.id
  const form = useRecordForm({
    record: user,
    send: async (fields, shown) => {
      await api.users.update({ params: { id: user.id }, body: bodyOf(fields, shown.version) })
      toast.success('User updated successfully')
      onSaved()
    },
    failed: FAILED,
    onFailed: (failure) => toastFailure(failure, FAILED),
  })
  const { errors, shown } = form
  return (
    <FormDialog title={`Edit ${user.name || user.email}`} onClose={onClose}>
      <>
        <RecordForm form={form} draft={{ kind: 'user', id: user.id }} save="Update User" busy="Updating..." className="mt-4 grid gap-4">
          <PersonFields errors={errors} user={shown} />
          <RightsFields errors={errors} user={shown} roles={rolesFor(shown.role)} isOwn={isOwn} status={isOwn ? undefined : status} />
          <TextField
            label="Reason"
            name="reason"
            isOptional
            maxLength={500}
            hint="Why the status changes. Kept in the audit log."
            error={errors.reason}
          />
        </RecordForm>
        <AccountKeys user={user} />
      </>
    </FormDialog>
  )
}
