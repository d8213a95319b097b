import { copyText, saveFile } from '#app/lib/hand-over.ts'
import { toast } from '#app/lib/toast.ts'

/** Copies the link to a result and announces it; where that is not allowed, the page shows the link. */
export async function copyLink(url: string): Promise<void> {
  if (await copyText(url)) toast.success('Link copied')
  else toast.info("The link couldn't be copied. Copy it from the page.")
}

/** Shares the link by the device's share sheet if there is one, else copies it. */
export async function shareLink(url: string, title: string): Promise<void> {
  if (typeof navigator.share !== 'function') return copyLink(url)
  try {
    await navigator.share({ title, url })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return // the visitor closed the share sheet
    await copyLink(url)
  }
}

export const resultUrl = (key: string): string => `${window.location.origin}/impact-calculator/r/${key}`

/**
 * Downloads the PDF of a saved result.
 * @throws Error on failure
 */
export async function downloadReport(key: string, machine: string): Promise<void> {
  const answer = await fetch(`/api/impact/results/${key}/report.pdf`, { signal: AbortSignal.timeout(30_000) })
  if (!answer.ok) throw new Error(`the report failed with status ${answer.status}`)
  saveFile(`impact-${machine}-${key}.pdf`, await answer.blob())
}
