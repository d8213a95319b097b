/** Letters that Unicode does not take apart into an ASCII letter and a mark. */
const FOLDED: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/** Text as a search compares it: lower case, without marks, hyphens as spaces. `Göteborg-Kühl` gives `goteborg kuhl`. */
export function normalizeText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => FOLDED[letter] ?? '')
    .replace(/[-‐‑–—]+/g, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .trim()
}

/** What a search reads of a product (D45); stored with it, written with every change of its name, descriptions or features. */
export function searchTextOf(product: { name: string; description: string; features: readonly string[] }): string {
  return [product.name, product.description, ...product.features].map(normalizeText).join('\n')
}

/** Words that stand for every product of a type: nobody writes "machine" into the name of a machine. */
const TYPE_WORDS: Readonly<Record<string, 'machine' | 'material'>> = {
  equipment: 'machine',
  machine: 'machine',
  machines: 'machine',
  machinery: 'machine',
  repurposing: 'machine',
  material: 'material',
  materials: 'material',
  packaging: 'material',
}

/** One word of a search. `readings`: what is looked for, any of them; `type`: the word also means every product of that type. */
export interface SearchWord {
  readings: readonly string[]
  type: 'machine' | 'material' | null
}

/** What goods of a type are called in running text (D23). */
const NAMES_IN_TEXT = { machine: ['machine', 'equipment', 'repurposing'], material: ['packaging', 'material'] } as const

/** The words of a search for texts that have no type: the names of machines stand for each other, and so do those of packaging. */
export function wordsForText(words: readonly SearchWord[]): SearchWord[] {
  return words.map(({ readings, type }) => ({ type, readings: type ? [...new Set([...readings, ...NAMES_IN_TEXT[type]])] : readings }))
}

const MOST_WORDS = 20

/** The words of a search, folded; none when nothing was typed. Every one of them must be found. */
export function searchWords(search: string | undefined): SearchWord[] {
  const typed = (search ?? '').trim()
  if (typed === '') return []
  const words = normalizeText(typed).split(/\s+/).filter(Boolean)
  const kept = words.length > 0 ? [...new Set(words)] : [typed.toLowerCase()]
  return kept
    .slice(0, MOST_WORDS)
    .map((text) => ({ readings: [text], type: Object.hasOwn(TYPE_WORDS, text) ? (TYPE_WORDS[text] ?? null) : null }))
}

const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** A pattern of LIKE that finds `text` anywhere, its own wildcards taken literally. */
export function likeAnywhere(text: string): string {
  return `%${literal(text)}%`
}

/** As `likeAnywhere`, but at the beginning of a word; for texts that have a space before their first word. */
export function likeWordStart(text: string): string {
  return `% ${literal(text)}%`
}
