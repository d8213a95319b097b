import { useState } from 'react'
import { messageOf } from '#app/lib/api.ts'
import { download } from '#app/lib/download.ts'
import { toast } from '#app/lib/toast.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import type { Paper } from '#contract/catalog/papers.ts'
import { paperHref } from './paper-facts.ts'

/** Button that downloads a paper as the signed-in user. @param name what it is, for screen readers */
export function DownloadPaper({ paper, name }: { paper: Pick<Paper, 'id'>; name: string }) {
  const [isBusy, setBusy] = useState(false)
  const fetchIt = async () => {
    setBusy(true)
    try {
      await download(paperHref(paper), 'paper')
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
