import { useState } from 'react'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { restoreOne } from './offer-undo.ts'

/** Button that restores one deleted record. */
export function RestoreButton({ name, restore }: { name: string; restore: () => Promise<unknown> }) {
  const [isBusy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    await restoreOne(name, restore)
    setBusy(false)
  }
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
