/** Names of the characters from U+00A0 to U+00FF, in their order (HTML 4, Latin-1). */
const LATIN = (
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo ' +
  'frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve ' +
  'Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ' +
  'ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
).split(' ')

const MORE =
  'amp & lt < gt > quot " apos \' ndash – mdash — hellip … rsquo ’ lsquo ‘ ldquo “ rdquo ” sbquo ‚ bdquo „ lsaquo ‹ rsaquo › bull • euro € trade ™ OElig Œ ' +
  'oelig œ Scaron Š scaron š Yuml Ÿ fnof ƒ circ ˆ tilde ˜ dagger † Dagger ‡ permil ‰ minus − le ≤ ge ≥ ne ≠ asymp ≈ infin ∞ radic √ rarr → larr ← ' +
  'Omega Ω omega ω mu μ Oslash Ø empty ∅ prime ′ Prime ″ deg °'

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ...LATIN.map((name, at) => [name, at === 0 ? ' ' : String.fromCodePoint(0xa0 + at)] as const),
  ...[...MORE.matchAll(/(\w+) (\S+)/g)].map(([, name = '', text = '']) => [name, text] as const),
  ['ensp', ' '],
  ['emsp', ' '],
  ['thinsp', ' '],
  ['zwnj', ''],
  ['zwj', ''],
])

/** Characters that Windows-1252 has from 0x80 on, which pages mean by `&#146;` (WHATWG HTML, numeric character references). */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** Elements whose content is not text. */
const UNSEEN = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'head', 'title'])
const BLOCKS = new Set([
  'p',
  'div',
  'ul',
  'ol',
  'table',
  'tr',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'section',
  'article',
  'blockquote',
  'pre',
  'hr',
])

function entityText(whole: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES.get(name) ?? ENTITIES.get(name.toLowerCase()) ?? whole
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  if (code >= 0x80 && code <= 0x9f) return WINDOWS[code - 0x80] ?? ''
  return Number.isInteger(code) && code > 31 && code < 0x11_0000 && !(code >= 0xd8_00 && code <= 0xdf_ff) ? String.fromCodePoint(code) : ''
}

const ENTITY = /&(#?\w{1,10});/g

/** Replaces the character references of a text that has no other markup. */
export const withoutEntities = (text: string): string => text.replace(ENTITY, entityText)

/** Returns a tag's replacement: a line break, a bullet or nothing. */
function tagText(name: string, isClosing: boolean): string {
  if (name === 'br') return '\n'
  if (name === 'li') return isClosing ? '' : '\n- '
  if (name === 'td' || name === 'th') return isClosing ? ' ' : ''
  return BLOCKS.has(name) ? '\n\n' : ''
}

/** Returns the offset after the `>` that closes the tag at `start`, ignoring quoted ones; the text's length for an unclosed tag. */
function tagEnd(html: string, start: number): number {
  let quote = ''
  for (let at = start; at < html.length; at += 1) {
    const sign = html[at] ?? ''
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') return at + 1
  }
  return html.length
}

/** Returns the offset after the end of the element `name`, whose content is not text. */
function skipElement(html: string, name: string, from: number): number {
  const close = html.toLowerCase().indexOf(`</${name}`, from)
  return close < 0 ? html.length : tagEnd(html, close)
}

/**
 * Converts HTML to plain text: paragraphs and list items become lines, all other markup is removed, and no element, script or style
 * survives. Text without markup is unchanged.
 */
export function plainText(html: string): string {
  if (!/<\/?[a-z!]|&[a-z#]\w*;/i.test(html)) return html
  let text = ''
  for (let at = 0; at < html.length; ) {
    const next = html.indexOf('<', at)
    text += html.slice(at, next < 0 ? html.length : next)
    if (next < 0) break
    if (html.startsWith('<!--', next)) {
      const end = html.indexOf('-->', next + 4)
      at = end < 0 ? html.length : end + 3
      continue
    }
    const tag = /^<(\/?)([a-z][a-z0-9]*)/i.exec(html.slice(next, next + 32))
    if (!tag && !/^<[!?/]/.test(html.slice(next, next + 2))) {
      text += '<'
      at = next + 1
      continue
    }
    const name = (tag?.[2] ?? '').toLowerCase()
    at = tagEnd(html, next)
    if (UNSEEN.has(name) && !tag?.[1]) at = skipElement(html, name, at)
    text += tagText(name, Boolean(tag?.[1]))
  }
  return text
    .replace(ENTITY, entityText)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/\n\n(?=- )/g, '\n')
    .trim()
}
