import { day, figure } from '#app/lib/format.ts'
import type { PublicPaper } from '#contract/catalog/papers.ts'

const KB = 1024

/** Formats the size of a file: "48 kB", "3 MB". */
const sizeOf = (bytes: number) => (bytes < KB * KB ? `${figure(Math.ceil(bytes / KB))} kB` : `${figure(Math.round(bytes / KB / KB))} MB`)

/** Returns the address of a paper's file. */
export const paperHref = ({ id }: Pick<PublicPaper, 'id'>): string => `/api/papers/${id}/file`

/** Describes a paper beside its name: "PDF, 48 kB, revision 2, valid to May 31, 2027". */
export function paperFacts({ type, bytes, revision, validTo }: Pick<PublicPaper, 'type' | 'bytes' | 'revision' | 'validTo'>): string {
  return [type.toUpperCase(), sizeOf(bytes), revision && `revision ${revision}`, validTo && `valid to ${day(validTo)}`]
    .filter(Boolean)
    .join(', ')
}
