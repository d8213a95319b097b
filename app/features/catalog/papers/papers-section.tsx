import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormSection } from '#app/features/catalog/product-form/sections.tsx'
import { ActDialog } from '#app/features/kit/forms/delete-dialog.tsx'
import { Writers } from '#app/features/kit/frame/writers.tsx'
import { useSession } from '#app/features/kit/session/use-session.ts'
import { api, messageOf } from '#app/lib/api.ts'
import { count } from '#app/lib/format.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { Load } from '#app/ui/load.tsx'
import type { Paper, ProductPapers } from '#contract/catalog/papers.ts'
import type { ProductForm } from '#contract/catalog/product-edits.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { languageName, PAPER_LABELS, PUBLIC_PAPERS } from '#domain/paper.ts'
import { isStaffRole } from '#domain/user.ts'
import { DownloadPaper } from './download-paper.tsx'
import { paperFacts } from './paper-facts.ts'
import { PaperUpload } from './paper-upload.tsx'
import { productPapersQuery } from './queries.ts'

/** Papers of a stored product, which are saved on their own: what it has, what it lacks by market, and a place to add more. */
export default function PapersSection({ product }: { product: Pick<ProductForm, 'id' | 'hasOrders'> }) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const read = productPapersQuery(token, product.id)
  const reload = () => client.invalidateQueries({ queryKey: read.queryKey })
  return (
    <FormSection
      id="papers"
      title="Papers"
      text="Manuals, declarations and other papers. They are saved at once, apart from the form above. Buyers of the product get all of them."
    >
      <Load read={read} failure="The papers could not be loaded.">
        {({ papers, missing }) => (
          <>
            <Missing gaps={missing} />
            {papers.length > 0 && (
              <ul className="mb-4">
                {papers.map((paper) => (
                  <PaperRow key={paper.id} paper={paper} canRemove={!product.hasOrders} onChanged={reload} />
                ))}
              </ul>
            )}
          </>
        )}
      </Load>
      <Writers>
        <PaperUpload productId={product.id} onAdded={reload} />
      </Writers>
    </FormSection>
  )
}

/** Markets that are listed at once; the others are behind a line. */
const FIRST_MARKETS = 4

function Missing({ gaps }: { gaps: ProductPapers['missing'] }) {
  if (gaps.length === 0) return null
  const laws = [...new Set(gaps.flatMap(({ papers }) => papers.map(({ law }) => law)))].join(', ')
  const more = gaps.slice(FIRST_MARKETS)
  return (
    <div className="notice warn mb-4">
      <h3 id="missing-papers">Still missing in your markets</h3>
      <ul aria-labelledby="missing-papers" className="mt-1 grid gap-1">
        {gaps.slice(0, FIRST_MARKETS).map(gapRow)}
      </ul>
      {more.length > 0 && (
        <details className="mt-1">
          <summary>Show {count(more.flatMap(({ countries }) => countries).length, 'more market')}</summary>
          <ul className="mt-1 grid gap-1">{more.map(gapRow)}</ul>
        </details>
      )}
      <p className="mt-2 text-sm">By {laws}.</p>
    </div>
  )
}

const gapRow = ({ countries, text }: ProductPapers['missing'][number]) => (
  <li key={countries.join()}>
    <b>{countries.map(countryNameOf).join(', ')}.</b> {text}
  </li>
)

/** Button with which staff accept a proof, so that the page names it beside the statements of the product, or take that back. */
function AcceptButton({ paper: { id, isAccepted }, name, onChanged }: { paper: Paper; name: string; onChanged: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false)
  const accept = async () => {
    setBusy(true)
    try {
      await api.papers.acceptProof({ params: { id }, body: { isAccepted: !isAccepted } })
      await onChanged()
    } catch (failure) {
      toast.error(messageOf(failure, 'The proof could not be changed. Please try again.'))
    }
    setBusy(false)
  }
  const verb = isAccepted ? 'Withdraw proof' : 'Accept proof'
  return (
    <BusyButton
      className="button hollow small"
      isBusy={isBusy}
      busy="Saving…"
      aria-label={`${verb}: ${name}`}
      onPress={() => void accept()}
    >
      {verb}
    </BusyButton>
  )
}

function PaperRow({ paper, canRemove, onChanged }: { paper: Paper; canRemove: boolean; onChanged: () => Promise<void> }) {
  const { user } = useSession()
  const mayAccept = user && isStaffRole(user.role) && paper.kind === 'proof' && (paper.isCurrent || paper.isAccepted)
  const [isAsking, setAsking] = useState(false)
  const name = `${PAPER_LABELS[paper.kind]}, ${languageName(paper.language)}`
  const readers = paper.isAccepted || PUBLIC_PAPERS.includes(paper.kind) ? 'For everybody' : 'For buyers'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5 border-t-[1.5px] border-line">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-2 wrap-anywhere">
          {[paper.isCurrent ? readers : 'Superseded', paperFacts(paper), paper.law, paper.fileName].filter(Boolean).join(', ')}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <DownloadPaper paper={paper} name={`${name}, ${paper.revision}`} />
        {mayAccept && (
          <Writers>
            <AcceptButton paper={paper} name={name} onChanged={onChanged} />
          </Writers>
        )}
        {canRemove && (
          <Writers>
            <button type="button" className="button hollow danger small" aria-label={`Remove ${name}`} onClick={() => setAsking(true)}>
              Remove
            </button>
          </Writers>
        )}
      </div>
      {isAsking && (
        <ActDialog
          title={`Remove ${name}?`}
          confirm="Remove paper"
          busy="Removing…"
          isDanger
          failed="The paper could not be removed. Please try again."
          act={async () => {
            await api.papers.remove({ params: { id: paper.id } })
            setAsking(false)
            await onChanged()
          }}
          onClose={() => setAsking(false)}
        >
          <p className="wrap-anywhere">
            The file <bdi>{paper.fileName}</bdi> is deleted for good. If there is an earlier revision, it is the newest again.
          </p>
        </ActDialog>
      )}
    </li>
  )
}
