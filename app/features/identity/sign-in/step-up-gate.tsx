import { type ComponentType, useEffect, useState } from 'react'
import { useStepUp } from '#app/lib/step-up.ts'
import { toast } from '#app/lib/toast.ts'

interface DialogProps {
  onSettled: (isConfirmed: boolean) => void
}

/**
 * Shows the dialog that asks for the password when a call needs it. Loaded when it is first needed; where that fails, the call stays
 * refused.
 */
export function StepUpGate() {
  const settle = useStepUp((state) => state.settle)
  const [StepUpDialog, setDialog] = useState<ComponentType<DialogProps>>()
  useEffect(() => {
    if (!settle || StepUpDialog) return
    import('./step-up-dialog.tsx').then(
      (loaded) => setDialog(() => loaded.StepUpDialog),
      () => {
        toast.error('The confirmation form could not be loaded. Please try again.')
        settle(false)
      },
    )
  }, [settle, StepUpDialog])
  return settle && StepUpDialog ? <StepUpDialog onSettled={settle} /> : null
}
