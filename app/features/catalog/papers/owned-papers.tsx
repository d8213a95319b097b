import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, messageOf } from '#app/lib/api.ts'
import { day } from '#app/lib/format.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import type { OwnedPaper } from '#contract/catalog/papers.ts'
import { languageName, PAPER_LABELS } from '#domain/paper.ts'
import { DownloadPaper } from './download-paper.tsx'
import { paperFacts } from './paper-facts.ts'
import { ownPapersKey } from './queries.ts'

/** Says which revision a paper is where there is more than one; '' where that of the sale is the newest. */
function revisionWords({ isOfSale, isCurrent }: OwnedPaper): string {
  if (isOfSale && isCurrent) return ''
  return isOfSale ? 'When you ordered' : 'Newest revision'
}

function copyWords({ copy }: OwnedPaper): string {
  if (!copy) return ''
  return copy.sentAt ? `Paper copy sent ${day(copy.sentAt)}` : `Paper copy asked for, by ${day(copy.dueAt)}`
}

/** Papers of one product that somebody bought, to download or to have on paper. */
export function OwnedPapers({ papers }: { papers: readonly OwnedPaper[] }) {
  return (
    <ul>
      {papers.map((paper) => (
        <PaperRow key={`${paper.orderId} ${paper.id}`} paper={paper} />
      ))}
    </ul>
  )
}

function PaperRow({ paper }: { paper: OwnedPaper }) {
  const name = `${PAPER_LABELS[paper.kind]}, ${languageName(paper.language)}`
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5 border-t-[1.5px] border-line">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-ink-2">{[revisionWords(paper), paperFacts(paper), copyWords(paper)].filter(Boolean).join('. ')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {paper.canAskCopy && <AskCopy paper={paper} name={name} />}
        <DownloadPaper paper={paper} name={`${name}, ${paper.productName}`} />
      </div>
    </li>
  )
}

/** Asks the seller for a copy on paper. */
function AskCopy({ paper: { id, orderId, productName }, name }: { paper: OwnedPaper; name: string }) {
  const client = useQueryClient()
  const token = useToken((state) => state.token)
  const [isBusy, setBusy] = useState(false)
  const ask = async () => {
    setBusy(true)
    try {
      await api.papers.askCopies({ params: { id: orderId }, body: { papers: [id] } })
      toast.success('The seller sends you a paper copy within a month, free of charge.')
      await client.invalidateQueries({ queryKey: ownPapersKey(token) })
    } catch (failure) {
      toast.error(messageOf(failure, 'The paper copy could not be asked for. Please try again.'))
    }
    setBusy(false)
  }
  return (
    <BusyButton
      className="button hollow small"
      isBusy={isBusy}
      busy="Sending…"
      aria-label={`Ask for a paper copy of ${name}, ${productName}`}
      onPress={() => void ask()}
    >
      Ask for a paper copy
    </BusyButton>
  )
}
