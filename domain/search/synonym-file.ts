import type { SynonymKind } from './synonym-rules.ts'
import type { SearchAnswer } from './synonyms.ts'

/** Columns of a file of synonyms, as they are exported; an import needs the first four. */
export const SYNONYM_COLUMNS = ['language', 'kind', 'terms', 'targets', 'active', 'note', 'version'] as const
export type SynonymColumn = (typeof SYNONYM_COLUMNS)[number]
/** Columns without which a file is not read. */
export const NEEDED_COLUMNS = SYNONYM_COLUMNS.slice(0, 4)

/** Maximum number of groups of a file. */
export const MAX_GROUPS = 1000
/** Maximum size of a file, in bytes. */
export const MAX_FILE_BYTES = 1024 * 1024

/** Joins texts to one cell: separated by semicolons, those of a text written as `\;`. */
export const joinCell = (texts: readonly string[]): string => texts.map((text) => text.replace(/[\\;]/g, '\\$&')).join('; ')

/** Splits a cell into its texts, as `joinCell` wrote them; a line break separates them, too. Empty ones stay. */
export function splitCell(cell: string): string[] {
  const texts: string[] = []
  let text = ''
  for (let at = 0; at < cell.length; at += 1) {
    const sign = cell.charAt(at)
    const next = cell.charAt(at + 1)
    if (sign === '\\' && (next === ';' || next === '\\')) {
      text += next
      at += 1
    } else if (sign === ';' || sign === '\n') {
      texts.push(text)
      text = ''
    } else text += sign
  }
  return [...texts, text].map((one) => one.trim())
}

/** Writes what a synonym finds as one cell: its targets, or title, text and link of its card. */
export function targetsCell({ targets, answer }: { targets: readonly string[]; answer: SearchAnswer | null }): string {
  return joinCell(answer ? [answer.title, answer.text, answer.href] : targets)
}

/** Reads the cell of `targetsCell`. */
export function readTargets(kind: SynonymKind, cell: string): { targets: string[]; answer: SearchAnswer | null } {
  const texts = splitCell(cell)
  if (kind !== 'answer') return { targets: texts.filter(Boolean), answer: null }
  const [title = '', text = '', href = ''] = texts
  return { targets: [], answer: { title, text, href } }
}
