/** A formatting command. */
export type Mark = 'bold' | 'italic' | 'heading' | 'subheading' | 'link' | 'list' | 'numbers' | 'quote' | 'code' | 'picture'

/** Formatting commands in the order of the toolbar, with labels. */
export const MARKS: readonly { mark: Mark; label: string; sign: string }[] = [
  { mark: 'heading', label: 'H2, heading', sign: 'H2' },
  { mark: 'subheading', label: 'H3, subheading', sign: 'H3' },
  { mark: 'bold', label: 'Bold', sign: 'B' },
  { mark: 'italic', label: 'Italic', sign: 'I' },
  { mark: 'link', label: 'Link', sign: 'Link' },
  { mark: 'list', label: 'List', sign: '• List' },
  { mark: 'numbers', label: '1. List, numbered', sign: '1. List' },
  { mark: 'quote', label: 'Quote', sign: '“ ”' },
  { mark: 'code', label: 'Code', sign: '‹›' },
]

/** A text with its selection. */
interface Selected {
  text: string
  start: number
  end: number
}

/** A replacement of the characters from `from` to `to`, and the selection afterwards. */
interface Edit {
  from: number
  to: number
  insert: string
  start: number
  end: number
}

const AROUND: Partial<Record<Mark, { before: string; after: string; usual: string }>> = {
  bold: { before: '**', after: '**', usual: 'bold text' },
  italic: { before: '*', after: '*', usual: 'italic text' },
  code: { before: '`', after: '`', usual: 'code' },
}

const LINE_SIGN: Partial<Record<Mark, (number: number) => string>> = {
  heading: () => '## ',
  subheading: () => '### ',
  list: () => '- ',
  numbers: (number) => `${number}. `,
  quote: () => '> ',
}

function around({ text, start, end }: Selected, { before, after, usual }: { before: string; after: string; usual: string }): Edit {
  const chosen = text.slice(start, end)
  const isMarked = text.slice(start - before.length, start) === before && text.slice(end, end + after.length) === after
  if (isMarked && chosen !== '') {
    const from = start - before.length
    return { from, to: end + after.length, insert: chosen, start: from, end: from + chosen.length }
  }
  const inner = chosen || usual
  return { from: start, to: end, insert: before + inner + after, start: start + before.length, end: start + before.length + inner.length }
}

/** Adds a prefix to every selected line, or removes it when all have it. */
function atLines({ text, start, end }: Selected, sign: (number: number) => string): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', Math.max(end, from))
  const to = next < 0 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const bare = lines.map((line) => line.replace(/^(?:#{1,6} |[-*] |\d+\. |> )/, ''))
  const signed = bare.map((line, index) => sign(index + 1) + line)
  const insert = (lines.every((line, index) => line === signed[index]) ? bare : signed).join('\n')
  return { from, to, insert, start: from, end: from + insert.length }
}

function link({ text, start, end }: Selected, isPicture: boolean, address: string): Edit {
  const words = text.slice(start, end) || (isPicture ? 'what the picture shows' : 'link text')
  const head = `${isPicture ? '!' : ''}[${words}](`
  const at = start + head.length
  const insert = `${head}${address})`
  const wordsAt = start + (isPicture ? 2 : 1)
  // select what has to be typed next: the address or, for a picture that has one, its alt text
  return address === 'https://'
    ? { from: start, to: end, insert, start: at, end: at + address.length }
    : { from: start, to: end, insert, start: wordsAt, end: wordsAt + words.length }
}

/** Returns the edit of a command. `address`: of a link or picture, where it is known. */
export function editOf(mark: Mark, selected: Selected, address = 'https://'): Edit {
  const pair = AROUND[mark]
  if (pair) return around(selected, pair)
  const sign = LINE_SIGN[mark]
  return sign ? atLines(selected, sign) : link(selected, mark === 'picture', address)
}
