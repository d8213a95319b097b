import { encode } from 'uqr'
import { CodeField, codeError } from '#app/features/identity/sign-in/code-field.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { api } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { toast } from '#app/lib/toast.ts'
import { Dialog, FormFoot } from '#app/ui/dialog.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'

interface TotpDialogProps {
  /** The `otpauth:` address, which is shown only here. */
  address: string
  onAdded: () => Promise<void>
  onClose: () => void
}

/** Shows the QR code of an authenticator app, and asks for its first code. Loaded on use, with the library that draws the code. */
export default function TotpDialog({ address, onAdded, onClose }: TotpDialogProps) {
  const form = useForm({
    check: (element) => ({ code: codeError(textOf(new FormData(element), 'code')) }),
    send: async (fields) => {
      await api.security.confirmTotp({ body: { code: textOf(fields, 'code') } })
      toast.success('Your authenticator app was added')
      await onAdded()
    },
    failed: 'The code could not be checked. Please try again.',
    refusedAt: 'code',
  })
  const key = new URL(address).searchParams.get('secret') ?? ''
  return (
    <Dialog title="Add authenticator app" onClose={onClose}>
      <form {...form.props} className="mt-3 grid gap-4">
        <p>Scan this code with your authenticator app, or enter the key by hand. Then enter the code that the app shows.</p>
        <QrCode text={address} />
        <p className="text-sm">
          <span className="text-ink-2">Key: </span>
          <code className="wrap-anywhere">{key.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        <FormProblem text={form.errors.code ? undefined : form.problem} />
        <CodeField error={form.errors.code} />
        <FormFoot isBusy={form.isBusy} busy="Checking...">
          Add app
        </FormFoot>
      </form>
    </Dialog>
  )
}

/** Modules around the code that readers need. */
const BORDER = 4

/** Dark on light in both themes: not every reader knows inverted codes. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: BORDER })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className="w-56 max-w-full"
      role="img"
      aria-label="QR code for your authenticator app"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
