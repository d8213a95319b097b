import type { OwnedPaper, Paper, PaperCopy, StaffPaperCopy } from '#contract/catalog/papers.ts'
import { COPY_DAYS, comesOnPaper, PAPER_TYPES, type PaperType } from '#domain/paper.ts'
import { DAY_MS } from '#domain/time.ts'
import type { CopyRow, OwnedRow, PaperRow } from './paper-list.ts'

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

/** Presents a copy to staff. */
export const presentCopyForStaff = ({ createdAt, dueAt, sentAt, ...row }: CopyRow): StaffPaperCopy => ({
  ...row,
  askedAt: createdAt.toISOString(),
  dueAt: dueAt.toISOString(),
  sentAt: sentAt?.toISOString() ?? null,
})

/** Presents a copy to its seller. */
export function presentCopy(row: CopyRow): PaperCopy {
  const { businessName: _, state: _state, ...copy } = presentCopyForStaff(row)
  return copy
}

/** Presents a paper of what somebody bought. */
export function presentOwned({ paper, copy, orderedAt, isOfSale, productName, orderId, orderNumber }: OwnedRow, now: Date): OwnedPaper {
  const isOpen = comesOnPaper(paper.kind) && now.getTime() - orderedAt.getTime() < COPY_DAYS * DAY_MS
  return {
    ...presentPaper(paper),
    productName,
    orderId,
    orderNumber,
    orderedAt: orderedAt.toISOString(),
    isOfSale,
    copy: copy && { dueAt: copy.dueAt.toISOString(), sentAt: copy.sentAt?.toISOString() ?? null },
    canAskCopy: isOpen && copy === null,
  }
}
