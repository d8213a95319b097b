import { createPasskey, PASSKEY_FAILED } from '#app/features/identity/sign-in/use-passkey.ts'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { toast } from '#app/lib/toast.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { Passkey } from '#contract/identity/security.ts'
import { deviceName } from '#domain/device.ts'
import { MAX_PASSKEY_NAME } from '#domain/second-factor.ts'

interface PasskeyDialogProps {
  /** The one to rename; null adds one. */
  passkey: Passkey | null
  onSaved: () => Promise<void>
  onClose: () => void
}

/** Names a passkey, and has the browser create it where it is new. */
export default function PasskeyDialog({ passkey, onSaved, onClose }: PasskeyDialogProps) {
  const form = useForm({
    check: (element) => ({ name: textOf(new FormData(element), 'name') === '' ? 'Please enter a name' : undefined }),
    send: async (fields) => {
      const name = textOf(fields, 'name')
      if (passkey) await api.security.renamePasskey({ params: { id: passkey.id }, body: { name } })
      else await createPasskey(name)
      toast.success(passkey ? 'Your passkey was renamed' : 'Your passkey was added')
      await onSaved()
    },
    failed: passkey ? 'Your passkey could not be renamed. Please try again.' : PASSKEY_FAILED,
  })
  return (
    <Dialog title={passkey ? 'Rename passkey' : 'Add a passkey'} onClose={onClose}>
      <RecordForm form={form} save={passkey ? 'Save name' : 'Continue'} busy={passkey ? 'Saving...' : 'Waiting for your device...'}>
        <TextField
          label="Name"
          name="name"
          maxLength={MAX_PASSKEY_NAME}
          defaultValue={passkey?.name ?? deviceName(navigator.userAgent)}
          error={form.errors.name}
          hint="Helps you recognize it in the list."
        />
      </RecordForm>
    </Dialog>
  )
}
