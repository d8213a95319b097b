/** Letters that Unicode does not take apart into an ASCII letter and a mark. */
const FOLDED: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/** Text as a search compares it: lower case, without marks, hyphens as spaces. `Göteborg-Kühl` gives `goteborg kuhl`. */
export function foldText(text: string): string {
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
  return [product.name, product.description, ...product.features].map(foldText).join('\n')
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

/** One word of a search. `type`: the word also means every product of that type. */
export interface SearchWord {
  text: string
  type: 'machine' | 'material' | null
}

const MOST_WORDS = 20

/** The words of a search, folded; none when nothing was typed. Every one of them must be found. */
export function searchWords(search: string | undefined): SearchWord[] {
  const typed = (search ?? '').trim()
  if (typed === '') return []
  const words = foldText(typed).split(/\s+/).filter(Boolean)
  const kept = words.length > 0 ? [...new Set(words)] : [typed.toLowerCase()]
  return kept.slice(0, MOST_WORDS).map((text) => ({ text, type: Object.hasOwn(TYPE_WORDS, text) ? (TYPE_WORDS[text] ?? null) : null }))
}

/** A pattern of LIKE that finds `text` anywhere, its own wildcards taken literally. */
export function likeAnywhere(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

const SHORTEST_WITH_TYPO = 5
const LONGEST_WITH_TYPO = 24

/**
 * A regular expression of PostgreSQL that finds words one slip away from `text`: a letter wrong, missing, too many, or two exchanged.
 * @returns null for words that are too short to tell a slip from another word, or that hold more than letters and digits.
 */
export function typoPattern(text: string): string | null {
  if (text.length < SHORTEST_WITH_TYPO || text.length > LONGEST_WITH_TYPO || !/^[a-z0-9]+$/.test(text)) return null
  const slips = new Set<string>()
  for (let at = 0; at < text.length; at += 1) {
    const before = text.slice(0, at)
    const after = text.slice(at + 1)
    slips.add(`${before}.${after}`) // wrong letter
    slips.add(`${before}${after}`) // letter too many
    slips.add(`${before}.${text.slice(at)}`) // letter missing
    if (after) slips.add(`${before}${after.charAt(0)}${text.charAt(at)}${after.slice(1)}`) // exchanged
  }
  slips.add(`${text}.`)
  return `\\m(?:${[...slips].join('|')})[a-z]{0,2}\\M`
}
