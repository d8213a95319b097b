import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { copyText } from '#app/lib/hand-over.ts'
import { toast } from '#app/lib/toast.ts'

/** Shows the secret of a webhook, this one time. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const copy = async () => {
    if (await copyText(secret)) toast.success('Secret copied')
    else toast.error('The secret could not be copied. Select and copy it instead.')
  }
  return (
    <FormDialog title="Signing secret" isDirty loss="You won't see this secret again." onClose={onClose}>
      <div className="mt-3 grid gap-4">
        <p>Save this secret in the receiver, which verifies our messages with it. You won't see it again.</p>
        <p className="frame p-4 font-mono text-sm wrap-anywhere">{secret}</p>
        <p className="mt-2 flex flex-wrap justify-end gap-3">
          <button type="button" className="button hollow" onClick={() => void copy()}>
            Copy secret
          </button>
          <button type="button" className="button" onClick={onClose}>
            I've saved it
          </button>
        </p>
      </div>
    </FormDialog>
  )
}
