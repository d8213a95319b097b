import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { copyText } from '#app/lib/hand-over.ts'
import { toast } from '#app/lib/toast.ts'
import { TextAreaField } from '#app/ui/field.tsx'
import type { NewApiToken } from '#contract/identity/tokens.ts'

/** Shows the secret of a new API token this one time. */
export function TokenSecret({ token: { name, secret }, onClose }: { token: NewApiToken; onClose: () => void }) {
  const copy = async () => {
    if (await copyText(secret)) toast.success('The secret was copied')
    else toast.error('Your browser did not allow it. Select the secret and copy it.')
  }
  return (
    <FormDialog title={`Secret of ${name}`} isDirty loss="You won't see this secret again." onClose={onClose}>
      <div className="mt-3 grid gap-4">
        <p>Copy this secret to the system that will use it. You won't see it again.</p>
        <TextAreaField
          label="Secret"
          className="input font-mono text-sm break-all"
          rows={2}
          dir="ltr"
          readOnly
          spellCheck={false}
          autoComplete="off"
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
          hint={
            <>
              Send it as <code>Authorization: Bearer …</code> with each request.
            </>
          }
        />
        <p className="mt-2 flex flex-wrap justify-end gap-3">
          <button type="button" className="button hollow" onClick={onClose}>
            I've saved it
          </button>
          <button type="button" className="button" onClick={() => void copy()}>
            Copy secret
          </button>
        </p>
      </div>
    </FormDialog>
  )
}
