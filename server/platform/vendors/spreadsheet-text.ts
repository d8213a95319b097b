import { SEPARATORS, type Separator, type TextEncoding, type TextFormat } from '#domain/table-format.ts'
import { Unreadable } from './spreadsheet-guard.ts'

/** Bytes and lines that a guess looks at. */
const SAMPLE_BYTES = 64 * 1024
const SAMPLE_LINES = 30
/** Share of zero bytes at even or odd places from which a text is UTF-16: Latin letters have one each. */
const ZEROS = 0.3

function hasMark(bytes: Uint8Array, ...mark: number[]): boolean {
  return mark.every((byte, at) => bytes[at] === byte)
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Guesses a text's character set: from its mark, else from its zero bytes, else UTF-8 if it is valid, else Windows-1252. */
function guessEncoding(bytes: Uint8Array): TextEncoding {
  if (hasMark(bytes, 0xef, 0xbb, 0xbf)) return 'utf-8'
  if (hasMark(bytes, 0xff, 0xfe)) return 'utf-16le'
  if (hasMark(bytes, 0xfe, 0xff)) return 'utf-16be'
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  let [even, odd] = [0, 0]
  for (const [at, byte] of sample.entries()) {
    if (byte !== 0) continue
    if (at % 2 === 0) even += 1
    else odd += 1
  }
  if (odd > ZEROS * (sample.length / 2) && even < odd / 4) return 'utf-16le'
  if (even > ZEROS * (sample.length / 2) && odd < even / 4) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

/** A cell in quotes, with what ends it. */
const QUOTED = /(^|[,;\t|\r\n])[ ]*"(?:[^"]|"")*"(?=[ ]*(?:[,;\t|\r\n]|$))/g

/** Guesses the separator: the sign that most lines have equally often. */
export function guessSeparator(text: string): Separator {
  const lines = text
    .slice(0, SAMPLE_BYTES)
    .replace(QUOTED, '$1')
    .split(/\r\n|\r|\n/)
    .filter(Boolean)
    .slice(0, SAMPLE_LINES)
  let best = { separator: SEPARATORS[0] as Separator, lines: 0, count: 0 }
  for (const separator of SEPARATORS) {
    const counts = new Map<number, number>()
    for (const line of lines) {
      const count = line.split(separator).length - 1
      if (count > 0) counts.set(count, (counts.get(count) ?? 0) + 1)
    }
    for (const [count, found] of counts)
      if (found > best.lines || (found === best.lines && count > best.count)) best = { separator, lines: found, count }
  }
  return best.separator
}

const DECLARED = /^"?sep=(.)"?[ \t;,|]*(?:\r\n|\r|\n|$)/i

/**
 * Decodes the text of a .csv file, guessing what `chosen` does not say. A first line such as `sep=;` names the separator and is removed.
 * @throws Unreadable
 */
export function readText(bytes: Uint8Array, chosen: Partial<TextFormat>): { text: string; format: TextFormat } {
  const encoding = chosen.encoding ?? guessEncoding(bytes)
  const whole = new TextDecoder(encoding).decode(bytes)
  if (/[\u0000-\u0008]/.test(whole)) throw new Unreadable('it is not text.')
  const line = DECLARED.exec(whole)
  const declared = SEPARATORS.find((separator) => separator === line?.[1])
  const text = line ? whole.slice(line[0].length) : whole
  return { text, format: { encoding, separator: chosen.separator ?? declared ?? guessSeparator(text) } }
}
