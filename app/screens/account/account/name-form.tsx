import { useState } from 'react'
import { useRefreshAccount } from '#app/features/accounts/profile/use-account.ts'
import { nameError } from '#app/features/identity/sign-in/check-fields.ts'
import { FormDraft } from '#app/features/kit/forms/form-draft.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { api } from '#app/lib/api.ts'
import { toast } from '#app/lib/toast.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'

/** Changes the name that the shop calls its user by. */
export function NameForm({ name: known }: { name: string }) {
  const [name, setName] = useState(known)
  const refresh = useRefreshAccount()
  const form = useForm({
    check: () => ({ name: nameError(name) }),
    send: async () => {
      const changed = await api.account.change({ body: { name } })
      setName(changed.name)
      await refresh()
      toast.success('Your name is saved')
    },
    failed: 'Your name could not be saved. Please try again.',
  })
  return (
    <form {...form.props} className="grid gap-4">
      <FormProblem text={form.problem} />
      <FormDraft kind="name" />
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        required
        maxLength={120}
        error={form.errors.name}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <SubmitButton isBusy={form.isBusy} busy="Saving..." className="button hollow justify-self-start">
        Save name
      </SubmitButton>
    </form>
  )
}
