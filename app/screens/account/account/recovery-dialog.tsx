import { useMutation } from '@tanstack/react-query'
import { api, messageOf } from '#app/lib/api.ts'
import { saveFile } from '#app/lib/hand-over.ts'
import { getShop } from '#app/lib/shop.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { formatRecoveryCode, RECOVERY_CODES } from '#domain/second-factor.ts'

/** The codes as a text file that says what they are for. */
const fileOf = (codes: readonly string[]) =>
  new Blob([`Recovery codes for ${getShop().name}. Each works once.\n\n${codes.join('\n')}\n`], { type: 'text/plain' })

/** Creates recovery codes, and shows them this one time. @param left codes that stop working */
export default function RecoveryDialog({ left, onClose }: { left: number; onClose: () => Promise<void> }) {
  const creation = useMutation({ mutationFn: () => api.security.createRecoveryCodes() })
  const codes = creation.data?.codes.map(formatRecoveryCode)
  return (
    <Dialog title="Recovery codes" onClose={() => void onClose()}>
      <div className="mt-3 grid gap-4">
        {codes ? (
          <>
            <p>Save these codes somewhere you can find them without your phone. You won't see them again.</p>
            <ul className="frame grid gap-1 p-4 font-mono text-sm sm:grid-cols-1">
              {codes.map((code) => (
                <li key={code}>{code}</li>
              ))}
            </ul>
          </>
        ) : (
          <>
            <FormProblem
              text={creation.error ? messageOf(creation.error, 'The codes could not be created. Please try again.') : undefined}
            />
            <p>
              You get {RECOVERY_CODES} codes for when you don't have your phone or passkey. Each one signs you in once, after your password.{' '}
              {left > 0 && ' Your current codes stop working.'}
            </p>
          </>
        )}
        <p className="mt-2 flex flex-wrap justify-end gap-3">
          <button type="button" className="button hollow" onClick={() => void onClose()}>
            {codes ? "I've saved them" : 'Not now'}
          </button>
          {codes ? (
            <button type="button" className="button" onClick={() => saveFile('recovery-codes.txt', fileOf(codes))}>
              Download codes
            </button>
          ) : (
            <BusyButton className="button" isBusy={creation.isPending} busy="Creating..." onPress={() => creation.mutate()}>
              Create codes
            </BusyButton>
          )}
        </p>
      </div>
    </Dialog>
  )
}
