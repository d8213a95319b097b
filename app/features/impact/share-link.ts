import { copyText, saveFile } from '#app/lib/hand-over.ts'
import { toast } from '#app/lib/toast.ts'

/** Copies the link to a result and says so; where that is not allowed, the link stands on the page to be copied by hand. */
export async function copyLink(url: string): Promise<void> {
  if (await copyText(url)) toast.success('Link copied')
  else toast.info('The link is on the page. Please copy it by hand.')
}

/** Hands the link to the device's own way of sharing where there is one, else to the clipboard. */
export async function shareLink(url: string, title: string): Promise<void> {
  if (typeof navigator.share !== 'function') return copyLink(url)
  try {
    await navigator.share({ title, url })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return // the visitor has thought better of it
    await copyLink(url)
  }
}

export const resultUrl = (key: string): string => `${window.location.origin}/impact-calculator/r/${key}`

/** Fetches the PDF of a saved result and hands it over as a download. @throws Error when it did not arrive. */
export async function downloadReport(key: string, machine: string): Promise<void> {
  const answer = await fetch(`/api/impact/results/${key}/report.pdf`, { signal: AbortSignal.timeout(30_000) })
  if (!answer.ok) throw new Error(`the report was answered with ${answer.status}`)
  saveFile(`impact-${machine}-${key}.pdf`, await answer.blob())
}
