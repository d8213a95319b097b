import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { toast } from '#app/lib/toast.ts'
import { TextField } from '#app/ui/field.tsx'

/** Adds a customer who is invited by email; what is typed in the order stays. */
export function NewCustomer({ onClose, onAdded }: { onClose: () => void; onAdded: (id: string) => void }) {
  const form = useForm({
    send: async (fields) => {
      const typed = { name: textOf(fields, 'name'), email: textOf(fields, 'email') }
      const { id } = await api.users.create({ body: { ...typed, invite: true } })
      toast.success(`${typed.email} was invited`)
      onAdded(id)
    },
    failed: 'The customer was not added',
  })
  return (
    <FormDialog title="Add customer" onClose={onClose}>
      <RecordForm form={form} save="Add customer" busy="Adding..." className="mt-4 grid gap-4">
        <TextField label="Name" name="name" required maxLength={120} autoComplete="off" error={form.errors.name} />
        <TextField label="Email" name="email" type="email" required maxLength={254} autoComplete="off" error={form.errors.email} />
        <p className="text-ink-2">The customer gets an email with a link to choose a password. It works for 7 days.</p>
      </RecordForm>
    </FormDialog>
  )
}
