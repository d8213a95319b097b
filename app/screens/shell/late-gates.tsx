import { AccountGate } from '#app/features/identity/sign-in/account-gate.tsx'
import { StepUpGate } from '#app/features/identity/sign-in/step-up-gate.tsx'
import { StayOffline } from './stay-offline.tsx'

/** Guards of every page that show nothing at first. */
export function Gates() {
  return (
    <>
      <StayOffline />
      <AccountGate />
      <StepUpGate />
    </>
  )
}
