import { useState } from 'react'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { restoreOne } from './offer-undo.ts'
import { useMayWrite } from './writers.tsx'

/** Button that restores one deleted record. */
export function RestoreButton({ name, restore }: { name: string; restore: () => Promise<unknown> }) {
  const [isBusy, setBusy] = useState(false)
  const mayWrite = useMayWrite()
  const press = async () => {
    setBusy(true)
    await restoreOne(name, restore)
    setBusy(false)
  }
  if (!mayWrite) return null
  return (
    <BusyButton
      className="button hollow small"
      aria-label={`Restore ${name}`}
      isBusy={isBusy}
      busy="Restoring…"
      onPress={() => void press()}
    >
      Restore
    </BusyButton>
  )
}
