import { useState } from 'react'
import { messageOf } from '#app/lib/api.ts'
import { download } from '#app/lib/download.ts'
import { toast } from '#app/lib/toast.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'

/**
 * Button that downloads a file as the signed-in user.
 * @param name what it is, for screen readers; `fileName` counts where the answer names none
 */
export function DownloadButton({ path, fileName, name }: { path: string; fileName: string; name: string }) {
  const [isBusy, setBusy] = useState(false)
  const fetchIt = async () => {
    setBusy(true)
    try {
      await download(path, fileName)
    } catch (failure) {
      toast.error(messageOf(failure, 'The file could not be downloaded. Please try again.'))
    }
    setBusy(false)
  }
  return (
    <BusyButton
      className="button hollow small"
      isBusy={isBusy}
      busy="Loading…"
      aria-label={`Download ${name}`}
      onPress={() => void fetchIt()}
    >
      Download
    </BusyButton>
  )
}
