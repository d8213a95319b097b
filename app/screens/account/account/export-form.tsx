import { useState } from 'react'
import { currentPasswordError } from '#app/features/identity/sign-in/check-fields.ts'
import { CurrentPasswordField } from '#app/features/identity/sign-in/password-field.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { api } from '#app/lib/api.ts'
import { saveFile } from '#app/lib/hand-over.ts'
import { toast } from '#app/lib/toast.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'

/** Downloads everything that the shop holds of its user. */
export function ExportForm() {
  const [currentPassword, setPassword] = useState('')
  const form = useForm({
    check: () => ({ currentPassword: currentPasswordError(currentPassword) }),
    send: async () => {
      const all = await api.account.exportAll({ body: { currentPassword } })
      const file = new Blob([JSON.stringify(all, null, 2)], { type: 'application/json' })
      saveFile(`reflute-account-${all.exportedAt.slice(0, 10)}.json`, file)
      setPassword('')
      toast.success('Your data was downloaded')
    },
    failed: "We couldn't prepare your data. Please try again.",
  })
  return (
    <form {...form.props} className="grid gap-4">
      <FormProblem text={form.problem} />
      <CurrentPasswordField value={currentPassword} error={form.errors.currentPassword} onValue={setPassword} />
      <SubmitButton isBusy={form.isBusy} busy="Preparing..." className="button hollow justify-self-start">
        Download my data
      </SubmitButton>
    </form>
  )
}
