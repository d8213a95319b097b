import type { PageBlock, PageForm, PageSection, PageTable } from '#content/written-page.ts'
import { escapeMarkup } from '#domain/markup.ts'
import type { ShopCompany } from '#server/platform/settings/groups/company.ts'
import type { MailButton, MailRow, MailText } from './mail-text.ts'
import { oneLine } from './read-facts.ts'

/** An email as HTML and as plain text. */
interface RenderedMail {
  subject: string
  html: string
  text: string
}

const INK = '#12173A'
const MUTED = '#474D6E'
const LINE = '#D5D9E5'
const BLUE = '#2334A8'
const KRAFT = '#DCB57F'
/**
 * Pictures of a phone, and colors in the dark form, by the class of what has them; mail programs that remove style sheets show the light
 * one.
 */
const STYLES = `@media (max-width:480px){
.picture{width:40px!important}.pad{padding-left:16px!important;padding-right:16px!important}
.long{display:block!important;padding-right:0!important}th.long{padding-bottom:0!important}td.long{padding-top:2px!important;border-top:0!important}.text{text-align:left!important}
}
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background:#0D1024!important}.sheet{background:#151A38!important;border-color:#7580B4!important}
.ink{color:#EEF0FB!important}.muted{color:#B7BDDA!important}.link{color:#9FADFF!important}
.line{border-color:#2B325C!important}.edge{border-color:#7580B4!important}
.button{background:#9FADFF!important;color:#0D1024!important}
}`
const FONT = "font-family:Archivo,'Helvetica Neue',Helvetica,Arial,sans-serif"

/** A word from right to left, with its marks. */
const FROM_RIGHT = '[\\p{Script=Hebrew}\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}]+'
/** Such words, with numbers and signs between them. */
const WORDS_FROM_RIGHT = `${FROM_RIGHT}(?:[^\\p{L}<>&()]*${FROM_RIGHT})*`
const PHRASE_FROM_RIGHT = new RegExp(`${WORDS_FROM_RIGHT}(?: ?\\(${WORDS_FROM_RIGHT}\\))?`, 'gu')

/** Escapes a sentence, and keeps the words from right to left in it apart from what stands beside them. */
const sentenceHtml = (text: string) => escapeMarkup(text).replace(PHRASE_FROM_RIGHT, '<bdi>$&</bdi>')

/** Escapes a name or a value; where a line of it has words from right to left, it runs in the direction of its first one. */
const valueHtml = (text: string) =>
  escapeMarkup(text).replace(/[^\r\n]+/g, (line) => (line.search(PHRASE_FROM_RIGHT) < 0 ? line : `<bdi>${line}</bdi>`))

/** Escapes a text, and keeps phone numbers such as "+1 312 555 0142" and the numbers of orders on one line. */
const phrase = (text: string) =>
  sentenceHtml(text).replace(/\+\d{1,3}(?: [\d()-]+)+|\bORD-\w+/g, '<span style="white-space:nowrap">$&</span>')
const withBreaks = (html: string) => html.replace(/\r\n|\r|\n/g, '<br>')

/** Name and contact details of the shop for the footer. */
function footerLines({ name, street, city, country, email, phone }: ShopCompany): string[] {
  const filled = (parts: string[]) => parts.map(oneLine).filter(Boolean)
  return [filled([name]).join(''), filled([street, city, country]).join(', '), filled([email, phone]).join(' · ')].filter(Boolean)
}

const rowsOf = ({ rows = [] }: MailText) => rows.filter(([, value]) => value !== '')

function paragraphHtml(text: string, style = `color:${INK}`): string {
  return `<p class="${style.includes(MUTED) ? 'muted' : 'ink'}" style="margin:0 0 16px;${style}">${withBreaks(phrase(text))}</p>`
}

const longestWord = (text: string) => Math.max(...text.split(/[\s-]+/).map(({ length }) => length))

/** Keeps words whole in a cell where they fit on a phone, and short texts on one line; cells elsewhere break as the email around them. */
function wrapping(text: string, { word, line }: { word: number; line: number }): string {
  if (text.length <= line) return ';white-space:nowrap'
  return longestWord(text) <= word ? ';overflow-wrap:break-word' : ''
}

/** Marks texts that stay on one line from 360 px up. Where a mail program removes style sheets, they break as on a narrower phone. */
function shortClass(text: string, { line, short }: { line: number; short: number }): string {
  return text.length > line && text.length <= short ? ' short' : ''
}
const LABEL = { word: 14, line: 0, short: 12 }
const VALUE = { word: 17, line: 15, short: 18 }

/** A table of its own, in which a cell below the other one is as wide as the email. */
const tableOf = (row: string) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;border-collapse:collapse">${row}</table>`

/** Puts the value of a row below its label on a phone: of an item with its picture, and where a word has no room beside the other cell. */
function longClass(label: string, value: string, look: MailRow[2]): string {
  if (typeof look === 'object') return ' long'
  const isLong = (text: string, { word, short }: typeof LABEL) => longestWord(text) > word && text.length > short
  return isLong(label, LABEL) || isLong(value, VALUE) ? ' long text' : ''
}

/** A label with its picture beside it. */
function labelHtml(label: string, look: MailRow[2]): string {
  if (typeof look !== 'object') return valueHtml(label)
  const picture = `<img class="picture muted line" src="${escapeMarkup(look.src)}" width="56" alt="${escapeMarkup(look.alt)}" style="display:block;width:56px;height:auto;border:1px solid ${LINE};font-size:13px;color:${MUTED}">`
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td valign="top" style="padding:0 8px 0 0">${picture}</td><td class="muted" valign="top" style="color:${MUTED}">${valueHtml(label)}</td></tr></table>`
}

function rowsHtml(text: MailText): string {
  const rows = rowsOf(text).map(([label, value, look]) => {
    const isTotal = look === 'total'
    const border = `border-top:${isTotal ? `2px solid ${INK}` : `1px solid ${LINE}`}`
    const weight = isTotal ? '700' : '400'
    const long = longClass(label, value, look)
    const [labels, values] = isTotal ? ['ink edge', 'ink edge'] : ['muted line', 'ink line']
    const row = `<tr>
<th scope="row" class="${labels}${long}${shortClass(label, LABEL)}" align="left" valign="top" style="padding:8px 12px 8px 0;${border};font-weight:${weight};color:${isTotal ? INK : MUTED}${wrapping(label, LABEL)}">${labelHtml(label, look)}</th>
<td class="${values}${long}${shortClass(value, VALUE)}" align="right" valign="top" style="padding:8px 0;${border};font-weight:${isTotal ? '700' : '600'};color:${INK}${wrapping(value, VALUE)}">${withBreaks(valueHtml(value))}</td>
</tr>`
    return long === '' ? row : `<tr><td colspan="2" style="padding:0">${tableOf(row)}</td></tr>`
  })
  if (rows.length === 0) return ''
  return `<table class="line" width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;border-collapse:collapse;margin:0 0 20px;border-bottom:1px solid ${LINE}">${rows.join('')}</table>`
}

function quoteHtml({ quote }: MailText): string {
  return quote
    ? `<blockquote class="ink" dir="auto" style="margin:0 0 20px;padding:4px 0 4px 16px;border-left:4px solid ${KRAFT};color:${INK}">${withBreaks(phrase(quote))}</blockquote>`
    : ''
}

function buttonHtml({ button }: MailText): string {
  if (!button) return ''
  return `<p style="margin:24px 0"><a class="button" href="${escapeMarkup(button.href)}" style="display:inline-block;padding:13px 24px;background:${BLUE};border-radius:3px;color:#FFFFFF;font-weight:700;text-decoration:none">${escapeMarkup(button.label)}</a></p>`
}

const linksOf = ({ link, links = [] }: Pick<MailText, 'link' | 'links'>) => [...(link ? [link] : []), ...links]

function linksHtml(text: Pick<MailText, 'link' | 'links'>): string {
  const htmlOf = ({ href, label }: MailButton) =>
    `<p style="margin:0 0 16px"><a class="link" href="${escapeMarkup(href)}" style="color:${BLUE};font-weight:700">${escapeMarkup(label)}</a></p>`
  return linksOf(text).map(htmlOf).join('\n')
}

const SMALL = `font-size:14px;color:${MUTED}`

/** A form on paper: a frame with a line to write on for each field. */
function formHtml({ title, lines, fields, note }: PageForm): string {
  const field = (name: string) =>
    `<tr><td class="muted edge" style="padding:8px 0 26px;border-bottom:1px solid ${MUTED};font-size:13px;color:${MUTED}">${escapeMarkup(name)}</td></tr>`
  return `<table role="presentation" class="edge" width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;margin:0 0 16px;border:2px solid ${INK}"><tr><td style="padding:16px 20px">
<h3 class="ink" style="margin:0 0 8px;font-size:16px;color:${INK}">${escapeMarkup(title)}</h3>
${lines.map((line) => paragraphHtml(line, SMALL)).join('\n')}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;margin:0 0 16px">${fields.map(field).join('')}</table>
${paragraphHtml(note, SMALL)}
</td></tr></table>`
}

function tableHtml({ head, rows }: PageTable): string {
  const cells = (tag: 'th' | 'td', texts: readonly string[]) =>
    texts
      .map(
        (text) =>
          `<${tag} class="muted line" align="left" valign="top" style="padding:6px 12px 6px 0;border-top:1px solid ${LINE};${SMALL}">${escapeMarkup(text)}</${tag}>`,
      )
      .join('')
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('')
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;border-collapse:collapse;margin:0 0 16px"><tr>${cells('th', head)}</tr>${body}</table>`
}

function blockHtml(block: PageBlock): string {
  if (typeof block === 'string') return paragraphHtml(block, SMALL)
  if ('list' in block) return block.list.map((item) => paragraphHtml(`• ${item}`, `${SMALL};margin-left:16px`)).join('\n')
  if ('table' in block) return tableHtml(block.table)
  if ('form' in block) return formHtml(block.form)
  return linksHtml({ links: block.links.map(({ to, label }) => ({ href: to, label })) })
}

const sectionHtml = ({ title, blocks }: PageSection) =>
  [`<h2 class="ink" style="margin:24px 0 8px;font-size:17px;color:${INK}">${escapeMarkup(title)}</h2>`, ...blocks.map(blockHtml)].join('\n')

const RULE = '_'.repeat(40)

/** A form on paper, with a line for each field. */
const formPlain = ({ title, lines, fields, note }: PageForm): string[] => [
  title,
  '='.repeat(title.length),
  ...lines.flatMap((line) => ['', line]),
  ...fields.flatMap((field) => ['', `${field}:`, RULE]),
  '',
  note,
]

function sectionPlain({ title, blocks }: PageSection): string {
  const linesOf = (block: PageBlock): string[] => {
    if (typeof block === 'string') return [block]
    if ('list' in block) return block.list.map((item) => `- ${item}`)
    if ('table' in block) return [block.table.head, ...block.table.rows].map((row) => row.join(', '))
    if ('form' in block) return formPlain(block.form)
    return block.links.map(({ to, label }) => `${label}: ${to}`)
  }
  return [`${title}\n${'-'.repeat(Math.min(72, title.length))}`, ...blocks.map((block) => linesOf(block).join('\n'))]
    .filter(Boolean)
    .join('\n\n')
}

function bodyHtml(text: MailText): string {
  return [
    `<h1 class="ink" style="margin:0 0 16px;font-size:26px;line-height:1.15;letter-spacing:-0.3px;color:${INK}">${sentenceHtml(text.heading)}</h1>`,
    ...text.paragraphs.map((paragraph) => paragraphHtml(paragraph)),
    quoteHtml(text),
    rowsHtml(text),
    buttonHtml(text),
    linksHtml(text),
    ...(text.after ?? []).map((paragraph) => paragraphHtml(paragraph, SMALL)),
    ...(text.sections ?? []).map(sectionHtml),
  ].join('\n')
}

function toHtml(text: MailText, shop: ShopCompany): string {
  const footer = footerLines(shop).map(phrase).join('<br>')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeMarkup(oneLine(text.subject))}</title>
<style>@media (min-width:360px){.short{white-space:nowrap}}</style>
<style>${STYLES}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#FFFFFF">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="sheet ink" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;border:2px solid ${INK};${FONT};font-size:16px;line-height:1.5;color:${INK}">
<tr><td class="pad" style="padding:14px 28px;background:${KRAFT};border-bottom:2px solid ${INK};font-size:20px;font-weight:700;color:${INK}">${valueHtml(oneLine(shop.name))}</td></tr>
<tr><td class="pad" style="padding:28px 28px 12px;overflow-wrap:anywhere">
${bodyHtml(text)}
</td></tr>
<tr><td class="muted edge pad" style="padding:16px 28px;border-top:2px dashed ${INK};font-size:13px;line-height:1.5;color:${MUTED}">${footer}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

function toPlain(text: MailText, shop: ShopCompany): string {
  const rows = rowsOf(text)
  const width = Math.min(40, Math.max(0, ...rows.map(([label]) => label.length)))
  const linesOf = (value: string) => value.split(/\r\n|\r|\n/)
  const table = rows.map(([label, value]) => `${label.padEnd(width)}  ${linesOf(value).join(`\n${' '.repeat(width + 2)}`)}`).join('\n')
  const quote =
    text.quote &&
    linesOf(text.quote)
      .map((line) => `> ${line}`)
      .join('\n')
  const blocks = [
    `${text.heading}\n${'='.repeat(Math.min(72, text.heading.length))}`,
    ...text.paragraphs,
    quote,
    table,
    text.button && `${text.button.label}:\n${text.button.href}`,
    ...linksOf(text).map(({ label, href }) => `${label}:\n${href}`),
    ...(text.after ?? []),
    ...(text.sections ?? []).map(sectionPlain),
    `-- \n${footerLines(shop).join('\n')}`,
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

/** Renders an email. Every value is escaped, and the subject is one line. */
export function renderMail(text: MailText, shop: ShopCompany): RenderedMail {
  return { subject: oneLine(text.subject), html: toHtml(text, shop), text: toPlain(text, shop) }
}
