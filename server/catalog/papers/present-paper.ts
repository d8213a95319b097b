import type { OwnedPaper, Paper, PaperCopy } from '#contract/catalog/papers.ts'
import { COPY_DAYS, PAPER_TYPES, type PaperType, papersOfSale } from '#domain/paper.ts'
import { DAY_MS } from '#domain/time.ts'
import type { CopyRow, listBought, listCopiesOf, PaperRow } from './paper-list.ts'

/** The type of a stored file, which its key ends with. */
const typeOf = (file: string): PaperType => PAPER_TYPES.find((type) => file.endsWith(`.${type}`)) ?? 'pdf'

/** Presents a paper. */
export const presentPaper = ({
  id,
  productId,
  kind,
  language,
  revision,
  law,
  validTo,
  fileName,
  file,
  bytes,
  createdAt,
  supersededAt,
  acceptedAt,
}: PaperRow): Paper => ({
  id,
  productId,
  kind,
  language,
  revision,
  law,
  validTo,
  fileName,
  type: typeOf(file),
  bytes,
  createdAt: createdAt.toISOString(),
  isCurrent: supersededAt === null,
  isAccepted: acceptedAt !== null,
})

/** Presents a copy to its seller. */
export const presentCopy = ({ createdAt, dueAt, sentAt, ...row }: CopyRow): PaperCopy => ({
  ...row,
  askedAt: createdAt.toISOString(),
  dueAt: dueAt.toISOString(),
  sentAt: sentAt?.toISOString() ?? null,
})

type Line = Awaited<ReturnType<typeof listBought>>[number]
type Copies = Awaited<ReturnType<typeof listCopiesOf>>

/** Presents the papers of what somebody bought: of each line those of the sale and the newest, with the copies that were asked for. */
export function presentOwned(lines: readonly Line[], rows: readonly PaperRow[], copies: Copies, now: Date): OwnedPaper[] {
  const papers = rows.map(presentPaper)
  return lines.flatMap(({ productId, productName, orderId, orderNumber, orderedAt }) => {
    const own = papers.filter((paper) => paper.productId === productId)
    const isOpen = now.getTime() - orderedAt.getTime() < COPY_DAYS * DAY_MS
    return papersOfSale(own, orderedAt.toISOString()).map((paper): OwnedPaper => {
      const asked = copies.find((copy) => copy.orderId === orderId && copy.paperId === paper.id)
      const copy = asked ? { dueAt: asked.dueAt.toISOString(), sentAt: asked.sentAt?.toISOString() ?? null } : null
      return {
        ...paper,
        productName,
        orderId,
        orderNumber,
        orderedAt: orderedAt.toISOString(),
        copy,
        canAskCopy: isOpen && copy === null,
      }
    })
  })
}
