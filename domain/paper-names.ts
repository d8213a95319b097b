import { namesLaw, PAPER_LANGUAGES, type PaperKind } from './paper.ts'

/**
 * Words in names of files by kind, in English, German and French, the first match wins: a packaging declaration is no declaration of
 * conformity.
 */
const KIND_WORDS: readonly [PaperKind, RegExp][] = [
  ['packaging', /packaging|verpackung|emballage|ppwr/],
  ['parts', /parts?\b|spare|ersatzteil|pi.ces|rechange|explo/],
  ['declaration', /declar|conform|konformit|\b(?:eu|ec|ce)? ?doc\b|\bce\b/],
  ['data_sheet', /data ?sheet|datenblatt|fiche technique|\bspec/],
  ['safety', /safety|sicherheit|securite|\bsds\b|\bmsds\b/],
  ['manual', /manual|handbuch|anleitung|notice|mode d ?emploi|manuel|instruction|guide/],
  ['proof', /proof|nachweis|preuve|certificate|zertifikat|certificat|test report|prufbericht/],
]

/** Words in names of files that name a language, beside its code. */
const LANGUAGE_WORDS: readonly [string, RegExp][] = [
  ['de', /\b(?:german|deutsch|ger|deu)\b|handbuch|anleitung|ersatzteil|konformitat|datenblatt|sicherheit/],
  ['fr', /\b(?:french|francais|fra|fre)\b|mode d ?emploi|manuel|notice|fiche technique|pi.ces|securite/],
  ['es', /\b(?:spanish|espanol|esp|spa)\b/],
  ['it', /\b(?:italian|italiano|ita)\b/],
  ['nl', /\b(?:dutch|nederlands|nld)\b/],
  ['pl', /\b(?:polish|polski|pol)\b/],
  ['en', /\b(?:english|eng)\b/],
]

/** Numbers of laws, such as 2006/42 and 2023/1230; 2026/03 is a month. */
const LAWS = /\b((?:19|20)\d\d) (1[3-9]|[2-9]\d|\d{3,4})\b/g

/** Kind, language (null: the name has none), revision and laws ('' for none) of a paper, as far as the name of its file says. */
interface PaperGuess {
  kind: PaperKind
  language: string | null
  revision: string
  law: string
}

/** Reads what the name of a file such as `ECO-1000_manual_de_rev3.pdf` or `ECO-1000_declaration_de_2006-42.pdf` says. */
export function guessPaper(name: string): PaperGuess {
  const plain = name
    .replace(/\.[a-z]{3,4}$/i, '')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  const all = plain.replace(/[^a-z0-9.]+/g, ' ').trim()
  const kind = KIND_WORDS.find(([, pattern]) => pattern.test(all))?.[0] ?? 'other'
  const laws = namesLaw(kind) ? [...all.matchAll(LAWS)].map(([, year, number]) => `${year}/${number}`) : []
  const words = laws.length > 0 ? all.replace(LAWS, ' ') : all
  const codes = words.split(' ').filter((word) => PAPER_LANGUAGES.includes(word))
  const language = codes.at(-1) ?? LANGUAGE_WORDS.find(([, pattern]) => pattern.test(words))?.[0] ?? null
  const revision = /\b(?:rev(?:ision)? ?|r|v)(\d+(?:\.\d+)*|[a-z])\b/.exec(words)?.[1] ?? /\b20\d\d(?: ?\d\d){0,2}\b/.exec(words)?.[0] ?? ''
  return { kind, language, revision: revision.toUpperCase().replaceAll(' ', '-'), law: laws.join(', ') }
}

/** Words of a search that ask for papers, normalized, with the kinds that they may mean. */
const SEARCH_WORDS: readonly [RegExp, readonly PaperKind[]][] = [
  [/^(?:manuals?|\w*handbuch|\w*anleitung|instructions?|notice|manuel)$/, ['manual']],
  [/^(?:declarations?|conformity|conformite|konformitat\w*|\w*erklarung)$/, ['declaration', 'packaging']],
  [/^(?:datasheets?|\w*datenblatt)$/, ['data_sheet']],
]
const SEARCH_ASIDES = new Set('a the of for in to and pdf download ce eu der die das fur auf und de du des la le pour en et'.split(' '))

/** A search for papers: their kinds and languages (none: any), and the words that their product has. */
export interface PaperSearch {
  kinds: readonly PaperKind[]
  languages: readonly string[]
  words: readonly string[]
}

/** Reads a search, in normalized words, as one for the papers of a product; null where it asks for none, or names no product. */
export function readPaperSearch(words: readonly string[]): PaperSearch | null {
  const kindsOf = (word: string) => SEARCH_WORDS.find(([pattern]) => pattern.test(word))?.[1]
  const languageOf = (word: string) => LANGUAGE_WORDS.find(([, pattern]) => word.length > 3 && pattern.test(word))?.[0]
  const kinds = words.flatMap((word) => kindsOf(word) ?? [])
  const others = words.filter((word) => !kindsOf(word))
  const languages = others.flatMap((word) => languageOf(word) ?? [])
  const named = others.filter((word) => !languageOf(word) && !SEARCH_ASIDES.has(word))
  return kinds.length > 0 && named.length > 0 ? { kinds, languages, words: named } : null
}

/** Returns which of these SKUs the name of a file begins with, the longest one; null for none. */
export function skuIn(name: string, skus: readonly string[]): string | null {
  const plain = name.toLowerCase()
  const fits = (sku: string) => sku !== '' && plain.startsWith(sku.toLowerCase()) && !/[a-z0-9]/i.test(name.charAt(sku.length))
  return skus.filter(fits).sort((one, other) => other.length - one.length)[0] ?? null
}
