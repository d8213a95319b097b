import { join } from 'node:path'
import { normalizeForm } from '#domain/text.ts'
import { withLatinLetters } from './latin-letters.ts'

/*
 * Letters that Archivo's Western cut lacks: each is printed by the first of these fonts that has it, which is loaded when a text needs it.
 */

/**
 * Fonts for more letters, in the order in which they are asked, with the characters that their files may have. `node scripts/run.mjs
 * scripts/build-fonts.ts` writes the files.
 */
export const LETTER_FONTS = [
  { name: 'archivo-latin-ext', characters: /[\u0100-\u024f\u1e00-\u1eff]/ },
  { name: 'archivo-vietnamese', characters: /[\u0300-\u036f\u0100-\u01b0\u1ea0-\u1ef9]/ },
  { name: 'inter-latin-ext', characters: /[\u0100-\u02ff\u1e00-\u1eff]/ },
  { name: 'inter-greek', characters: /[\u0370-\u03ff]/ },
  { name: 'inter-greek-ext', characters: /[\u1f00-\u1fff]/ },
  { name: 'inter-cyrillic', characters: /[\u0300-\u036f\u0400-\u04ff\u2116]/ },
  { name: 'inter-cyrillic-ext', characters: /[\u0460-\u052f]/ },
] as const

/** Fonts of pdfkit, and what else of it has no public interface. */
interface Font {
  id: string
  ascender: number
  font: { hasGlyphForCodePoint: (code: number) => boolean }
}
interface Options {
  align?: string | undefined
  baseline?: number
  lineWidth?: number
  textWidth?: number | undefined
  width?: number | undefined
  wordCount?: number | undefined
  [name: string]: unknown
}
interface Internals {
  _font: Font
  _fontSize: number
  widthOfString: (text: string, options?: Options) => number
  _fragment: (text: string, x: number, y: number, options: Options) => void
}

/** Part of a text in one font. */
interface Run {
  font: Font
  text: string
}

const FONTS = join(import.meta.dirname, 'fonts')
const has = ({ font }: Font, character: string) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
/** A text that each of the document's own fonts has. */
const isWestern = (text: string) => /^[\n\x20-\x7e\xa0-\xff]*$/.test(text)
const isMark = (character: string) => /\p{M}/u.test(character)
/** Splits a text into letters, each with its marks. */
const lettersOf = (text: string) => text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? []

/**
 * Lets a document print letters of more fonts than its own; call it once its own fonts are registered, by the names of their cuts.
 * @returns a function that writes what no font has in Latin letters, and one that says whether it has done so
 */
export function printMoreLetters(
  doc: PDFKit.PDFDocument,
  cuts: readonly string[],
): { words: (text: string) => string; isRewritten: () => boolean } {
  const inner = doc as unknown as Internals
  const [widthOf, paint, change] = [inner.widthOfString.bind(inner), inner._fragment.bind(inner), doc.font.bind(doc)]
  const opened = new Map<string, Font>()
  let cut = cuts[0] ?? ''
  let isRewritten = false

  const open = (name: string): Font => {
    const known = opened.get(name)
    if (known) return known
    const own = inner._font
    change(join(FONTS, `${name}.ttf`))
    const font = inner._font
    inner._font = own
    opened.set(name, font)
    return font
  }
  /** Returns the font of a letter and its marks: marks of another font would stand beside it. */
  const fontOf = (letter: string): Font | null => {
    const isIn = (font: Font) => [...letter].every((character) => has(font, character))
    if (isIn(inner._font)) return inner._font
    for (const { name, characters } of LETTER_FONTS) {
      const font = [...letter].some((character) => characters.test(character)) ? open(`${name}-${cut}`) : null
      if (font && isIn(font)) return font
    }
    return null
  }
  const runsOf = (text: string): Run[] => {
    if (isWestern(text)) return [{ font: inner._font, text }]
    const runs: Run[] = []
    for (const letter of lettersOf(text)) {
      const last = runs.at(-1)
      const font = fontOf(letter) ?? inner._font
      if (last?.font === font) last.text += letter
      else runs.push({ font, text: letter })
    }
    return runs
  }
  /** Calls for each run with its font in use. */
  const each = <Result>(runs: readonly Run[], call: (run: Run) => Result): Result[] => {
    const own = inner._font
    const results = runs.map((run) => {
      inner._font = run.font
      return call(run)
    })
    inner._font = own
    return results
  }
  const isOwn = (runs: readonly Run[]) => runs.every(({ font }) => font === inner._font)

  doc.font = (name: PDFKit.Mixins.PDFFontSource) => {
    if (typeof name === 'string' && cuts.includes(name)) cut = name
    return change(name)
  }
  inner.widthOfString = (text, options) => {
    const runs = runsOf(text)
    return isOwn(runs) ? widthOf(text, options) : each(runs, (run) => widthOf(run.text, options)).reduce((sum, width) => sum + width, 0)
  }
  inner._fragment = (text, x, y, options) => {
    const runs = runsOf(text.replaceAll('\n', ''))
    if (isOwn(runs)) return paint(text, x, y, options)
    const whole = inner.widthOfString(text.trimEnd(), options)
    let left = options.width && options.align === 'right' ? x + (options.lineWidth ?? 0) - whole : x
    const baseline = (-inner._font.ascender / 1000) * inner._fontSize // all runs stand on that of the document's own font
    each(runs, (run) => {
      const textWidth = widthOf(run.text, options)
      paint(run.text, left, y, { ...options, align: 'left', baseline, textWidth, wordCount: 1 })
      left += textWidth
    })
  }
  return {
    words: (text) =>
      isWestern(text)
        ? text
        : lettersOf(normalizeForm(text.replaceAll('\u02bb', '‘'), 'NFC')) // the same mark, of which all fonts have one
            .map((letter) => {
              if (letter === '\n' || fontOf(letter) !== null) return letter
              if (/\p{L}/u.test(letter)) isRewritten = true
              return withLatinLetters(letter, (character) => !isMark(character) && fontOf(character) !== null)
            })
            .join(''),
    isRewritten: () => isRewritten,
  }
}
