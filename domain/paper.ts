/** Kinds of the papers that belong to a product, in display order. */
export const PAPER_KINDS = ['manual', 'safety', 'declaration', 'parts', 'data_sheet', 'packaging', 'proof', 'other'] as const
export type PaperKind = (typeof PAPER_KINDS)[number]

/** Names of the kinds. */
export const PAPER_LABELS: Readonly<Record<PaperKind, string>> = {
  manual: 'Manual',
  safety: 'Safety information',
  declaration: 'Declaration of conformity',
  parts: 'Spare part list',
  data_sheet: 'Data sheet',
  packaging: 'Packaging declaration',
  proof: 'Proof of a claim',
  other: 'Other paper',
}

/** Kinds that everybody reads; the others are for buyers of the product, its seller and staff. */
export const PUBLIC_PAPERS: readonly PaperKind[] = ['manual', 'safety', 'declaration', 'data_sheet', 'packaging']

/** Returns whether a paper declares that its product meets a law, which it then has to name. */
export const namesLaw = (kind: PaperKind): boolean => kind === 'declaration' || kind === 'packaging'

/** Official languages of the European Union, and those of other markets. */
export const PAPER_LANGUAGES = 'en de fr es it nl pt pl cs sk sl hr hu ro bg el et lv lt mt ga da sv fi no is tr ar he zh ja ko'.split(' ')

/** Made when a name is first asked for: it takes a phone several milliseconds. */
let names: Intl.DisplayNames | undefined

/** Returns the name of a language by its code (ISO 639, two letters). */
export function languageName(code: string): string {
  names ??= new Intl.DisplayNames('en-US', { type: 'language' })
  return names.of(code) ?? code
}

/** Maximum size of a paper in bytes. */
export const PAPER_BYTES = 20 * 1024 * 1024

/** Days after an order in which its buyer may ask for a copy on paper. */
export const COPY_DAYS = 30

/**
 * Returns whether buyers may ask for a paper of this kind on paper: instructions (Regulation (EU) 2023/1230, Article 10(7)) and the safety
 * information that belongs to them.
 */
export const comesOnPaper = (kind: PaperKind): boolean => kind === 'manual' || kind === 'safety'

/** Limits of a ZIP of papers: its bytes, its files, and their bytes together when they are unpacked. */
export const PAPER_ZIP = { bytes: 100 * 1024 * 1024, files: 300, unpacked: 300 * 1024 * 1024 } as const

/** Endings of the files that a paper may be. */
export const PAPER_TYPES = ['pdf', 'png', 'jpg'] as const
export type PaperType = (typeof PAPER_TYPES)[number]

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** Bytes at the end of a file in which its last mark is looked for. */
const TAIL = 1024

const has = (bytes: Uint8Array, marks: readonly number[], from = 0) => marks.every((mark, at) => bytes[from + at] === mark)

function endsWith(bytes: Uint8Array, marks: readonly number[]): boolean {
  for (let from = bytes.length - marks.length; from >= Math.max(0, bytes.length - TAIL); from -= 1) if (has(bytes, marks, from)) return true
  return false
}

const codesOf = (text: string) => [...text].map((letter) => letter.charCodeAt(0))

/** Returns what a file is by its content, whatever its name says; null for anything that is no PDF, PNG or JPEG, or was cut short. */
export function paperTypeOf(bytes: Uint8Array): PaperType | null {
  if (has(bytes, codesOf('%PDF-')) && endsWith(bytes, codesOf('%%EOF'))) return 'pdf'
  if (has(bytes, PNG) && endsWith(bytes, codesOf('IEND'))) return 'png'
  if (has(bytes, [0xff, 0xd8, 0xff]) && endsWith(bytes, [0xff, 0xd9])) return 'jpg'
  return null
}

/**
 * Returns the last day on which a seller may send a copy that was asked for at a moment: a month later (Regulation (EU) 2023/1230, Article
 * 10(7)).
 */
export function copyDueAt(askedAt: Date): Date {
  const due = new Date(askedAt)
  due.setUTCMonth(due.getUTCMonth() + 1)
  if (due.getUTCDate() !== askedAt.getUTCDate()) due.setUTCDate(0) // January 31 is followed by the last day of February
  return due
}
