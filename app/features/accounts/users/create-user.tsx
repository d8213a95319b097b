import { useState } from 'react'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { api, toastFailure } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { toast } from '#app/lib/toast.ts'
import { CheckField, TextField } from '#app/ui/field.tsx'
import type { CreateUserBody } from '#contract/accounts/users.ts'
import { ApiError } from '#contract/errors.ts'
import { toProblem } from '#contract/refusals.ts'
import { FIRST_PASSWORD_HOURS, MIN_STAFF_SET_PASSWORD } from '#domain/user.ts'
import { CREATE_ROLES, checkNewUser } from '#domain/user-rules.ts'
import { PersonFields, RightsFields } from './user-fields.tsx'

const FAILED = 'Failed to create user'

function bodyOf(fields: FormData): Partial<CreateUserBody> {
  const password = fields.get('password')
  const typed = {
    name: textOf(fields, 'name'),
    email: textOf(fields, 'email'),
    password: typeof password === 'string' ? password : '',
    invite: !fields.has('hasPassword'),
    role: textOf(fields, 'role'),
    status: textOf(fields, 'status'),
    businessId: textOf(fields, 'businessId') || null,
  }
  const wrong = checkNewUser(typed)
  if (wrong) throw new ApiError(toProblem({ code: 'invalid_input', ...wrong })) // as the server would say it
  return typed as Partial<CreateUserBody> // role and status come from lists of the contract
}

/** Adds a user, who is invited by email or gets a first password. */
export function CreateUser({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  const [hasPassword, setHasPassword] = useState(false)
  const form = useForm({
    send: async (fields) => {
      try {
        await api.users.create({ body: bodyOf(fields) })
      } catch (failure) {
        toastFailure(failure, FAILED)
        throw failure
      }
      toast.success('User created successfully')
      onSaved()
    },
    failed: FAILED,
  })
  return (
    <FormDialog title="Add User" onClose={onClose}>
      <RecordForm form={form} draft={{ kind: 'user' }} save="Create User" busy="Creating..." className="mt-4 grid gap-4">
        <PersonFields errors={form.errors} />
        <CheckField
          label="Set a first password instead of inviting by email"
          name="hasPassword"
          checked={hasPassword}
          onChange={(event) => setHasPassword(event.target.checked)}
        />
        {hasPassword ? (
          <TextField
            label="Password"
            name="password"
            type="password"
            required
            autoComplete="new-password"
            error={form.errors.password}
            hint={`At least ${MIN_STAFF_SET_PASSWORD} characters. It works once, within ${FIRST_PASSWORD_HOURS} hours. The user then chooses a new one.`}
          />
        ) : (
          <p className="text-ink-2">The user gets an email with a link to choose a password. It works for 7 days.</p>
        )}
        <RightsFields errors={form.errors} roles={CREATE_ROLES} />
      </RecordForm>
    </FormDialog>
  )
}
