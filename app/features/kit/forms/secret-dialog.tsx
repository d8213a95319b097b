import type { ReactNode } from 'react'
import { copyText } from '#app/lib/hand-over.ts'
import { toast } from '#app/lib/toast.ts'
import { TextAreaField } from '#app/ui/field.tsx'
import { FormDialog } from './form-dialog.tsx'

interface SecretDialogProps {
  title: string
  secret: string
  /** Sentence on how it is used. */
  hint?: ReactNode
  onClose: () => void
  /** Sentence on the place that it has to go to. */
  children: ReactNode
}

/** Shows a new secret, this one time. */
export function SecretDialog({ title, secret, hint, onClose, children }: SecretDialogProps) {
  const copy = async () => {
    if (await copyText(secret)) toast.success('Secret copied')
    else toast.error("Your browser didn't allow copying. Select the secret and copy it.")
  }
  return (
    <FormDialog title={title} isDirty loss="You won't see this secret again." onClose={onClose}>
      <div className="mt-3 grid gap-4">
        <p>{children} You won't see it again.</p>
        <TextAreaField
          label="Secret"
          className="input font-mono text-sm break-all resize-none"
          rows={2}
          dir="ltr"
          readOnly
          spellCheck={false}
          autoComplete="off"
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
          hint={hint}
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
