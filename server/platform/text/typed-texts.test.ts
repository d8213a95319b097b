import { expect, test } from 'vitest'
import { bareNumber } from '#domain/bank-account.ts'
import { deviceName } from '#domain/device.ts'
import { checkPassword } from '#domain/password.ts'
import { slugify } from '#domain/product.ts'
import { scanQuery } from '#domain/search/scan-query.ts'
import { wordsToKnow } from '#domain/search/split-words.ts'
import { normalizeText, plainCode, wordsOf } from '#domain/search/words.ts'
import { displayNumber, readRowNumber } from '#domain/specification.ts'
import { guessDecimal, plainNumber } from '#domain/table-format.ts'
import { lookupKey, normalizeForm, normalizeIdentifier, trimText, truncateAtWord } from '#domain/text.ts'
import { numberIn, readNumber, readQuantity } from '#domain/units.ts'
import { inUsUnits } from '#domain/us-units.ts'
import { normalizeEmail } from '#domain/user.ts'
import { parseJson } from '#server/platform/http/json-body.ts'
import { isTooLong, pathOfTarget } from '#server/platform/http/target.ts'
import { unformula, withoutGuard } from '#server/platform/vendors/table-file.ts'
import { cpuTimeOf } from '#server/testing/cpu-time.ts'

/* What reads a text that somebody typed or sent takes twice as long for twice the text, whatever is in it. */

const repeated = (unit: string) => (length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
const within = (first: string, unit: string, last: string) => (length: number) => first + repeated(unit)(length) + last

/** Texts on which patterns with two repetitions side by side take the square of the length, or more. */
const TEXTS: Record<string, (length: number) => string> = {
  letters: repeated('x'),
  digits: repeated('1'),
  'spaces between': within('1', ' ', '1'),
  'spaces and a sign': within('1', ' ', '€ 1'),
  'spaces behind a colon': within('spec:', ' ', ''),
  'dots between': within('1', '.', 'x'),
  zeros: within('1.', '0', '1'),
  slashes: within('/x', '/', 'x/'),
  commas: repeated('1,'),
  thousands: within('1', ',111', 'x'),
  'thousands by spaces': within('1', ' 111', 'x'),
  sizes: repeated('1x'),
  ranges: repeated('1-'),
  'ranges in words': repeated('1 to '),
  'ranges of millimeters': repeated('1 - 1 mm '),
  numbers: repeated('1 '),
  'times and spaces': repeated('1 ×  '),
  at: repeated(' at 1'),
  'at and a parenthesis': within('', ' at 1', '('),
  parentheses: repeated(' ('),
  versions: repeated('Version/1 '),
  browsers: within('Mozilla/5.0 (X) Version/1', ' Safari', ''),
  ats: repeated('a@'),
  dots: repeated('a.'),
  hyphens: repeated('a-'),
  quotes: within(';', "'", '='),
  'quotes after quotes': within(';', '"', "'="),
  'line breaks': repeated(' \n'),
  marks: repeated('e\u0301'),
  'marks in another order': within('e', '\u0315\u0301\u0327', ''),
  'format characters': repeated('\u200b\u2060'),
  surrogates: repeated('\ud83d\ude00'),
  brackets: repeated('['),
  members: repeated('{"a":1},'),
  escapes: within('"', '\\u005f', '"'),
  mixed: repeated('(a-1"é\u200b, '),
}

const READERS: Record<string, (text: string) => unknown> = {
  readNumber,
  readQuantity,
  numberIn: (text) => numberIn(text, 'mm', 1),
  readRowNumber: (text) => readRowNumber(text, 'mm', 1),
  displayNumber: (text) => displayNumber(1, 'mm', text),
  plainNumber: (text) => [plainNumber(text, 'comma'), plainNumber(text, 'point')],
  guessDecimal: (text) => guessDecimal([text]),
  inUsUnits,
  normalizeText,
  wordsOf,
  plainCode,
  scanQuery: (text) => scanQuery(text.slice(0, 200)), // a search has no more
  wordsToKnow: (text) => wordsToKnow(text.slice(0, 200)),
  slugify,
  truncateAtWord: (text) => truncateAtWord(text, 160),
  normalizeIdentifier,
  trimText,
  lookupKey,
  normalizeEmail,
  bareNumber,
  checkPassword: (text) => checkPassword(text.slice(0, 1000), { name: text, email: text }),
  deviceName: (text) => deviceName(text.slice(0, 300)), // as much as is read of a user agent
  isTooLong,
  pathOfTarget: (text) => pathOfTarget(`http://${text}`),
  unformula,
  withoutGuard,
  parseJson: (text) => {
    try {
      return parseJson(text)
    } catch {
      return null // refused: it is no JSON
    }
  },
}

/** Least time of a few runs in ms: what else the machine does only adds to it. */
async function leastOf(work: () => unknown, runs = 5): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run += 1) least = Math.min(least, await cpuTimeOf(work))
  return least
}

/** Time that is too short to be compared, in ms. */
const SHORT_MS = 5
/** Most time for 8 kB, in ms: a fifth of it on a machine that has nothing else to do. */
const MOST_MS = 250

test.each(Object.entries(READERS))('%s takes in proportion to the text', async (_name, read) => {
  for (const [what, make] of Object.entries(TEXTS)) {
    const [half, whole] = [make(4000), make(8000)]
    const ms = await leastOf(() => read(whole), 2)
    if (ms < SHORT_MS) continue
    const [of4, of8] = [await leastOf(() => read(half)), await leastOf(() => read(whole))]
    expect(of8, `${what}: ${of4} ms for 4 kB`).toBeLessThan(3 * of4 + SHORT_MS)
    expect(of8, what).toBeLessThan(MOST_MS)
  }
})

test('a letter has at most thirty marks, in the order that Unicode gives them; what any script writes stays', () => {
  for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) {
    for (const text of [
      'Guðrún Þórðardóttir',
      'Żaneta',
      'e\u0301\u0327',
      'ệ',
      'नमस्ते',
      'שָׁלוֹם',
      'z\u0335\u0321\u0301\u0308',
      '한국어',
      'ｶﾞ',
      '',
    ]) {
      expect(normalizeForm(text, form)).toBe(text.normalize(form))
    }
    expect(normalizeForm(`e${'\u0315\u0327'.repeat(5000)}x`, form)).toHaveLength(`e${'\u0327'.repeat(30)}x`.normalize(form).length)
  }
})
