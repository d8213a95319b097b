import { Parser } from 'saxen'
import type { SpreadsheetCell, SpreadsheetResult } from './spreadsheet.ts'
import { MAX_CSV_CELLS, MAX_CSV_COLUMNS, MAX_ROWS, Unreadable } from './spreadsheet-guard.ts'
import { readText } from './spreadsheet-text.ts'

const MAX_DEPTH = 30
const MAX_NODES = 4_000_000

interface Node {
  name: string
  attributes: Record<string, string>
  children: Node[]
  text: string
}

const damaged = () => new Unreadable('it is damaged.')

/** Attributes that belong to the value beside them: `<price currency="EUR">12</price>`. */
const UNITS = ['currency', 'unit']

/** Returns the name without its namespace: `title` of `g:title`. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Parses XML into a tree. @throws Unreadable */
function parseTree(xml: string): Node {
  const root: Node = { name: '', attributes: {}, children: [], text: '' }
  const path = [root]
  let nodes = 0
  const append = (text: string) => {
    const node = path.at(-1)
    if (node) node.text += text
  }
  new Parser()
    .on('error', () => {
      throw damaged()
    })
    .on('warn', () => {
      throw damaged()
    })
    .on('openTag', (name, attributes, decode) => {
      nodes += 1
      if (nodes > MAX_NODES) throw new Unreadable('it has too many elements.')
      if (path.length > MAX_DEPTH) throw damaged()
      const given = Object.entries(attributes() ?? {}).map(([key, value]) => [localName(key), decode(value)])
      const node: Node = { name: localName(name), attributes: Object.fromEntries(given), children: [], text: '' }
      path.at(-1)?.children.push(node)
      path.push(node)
    })
    .on('closeTag', () => void path.pop())
    .on('text', (text, decode) => append(decode(text)))
    .on('cdata', append)
    .parse(xml)
  return root
}

/** Returns the products: of all elements with parts of their own, those of which most stand side by side. */
function findRecords(root: Node): Node[] {
  let best: Node[] = []
  let level = [root]
  while (level.length > 0) {
    for (const { children } of level) {
      const groups = Map.groupBy(
        children.filter(({ children: parts }) => parts.length > 1),
        ({ name }) => name,
      )
      for (const group of groups.values()) if (group.length > best.length) best = group
    }
    level = best.length > 1 ? [] : level.flatMap(({ children }) => children)
  }
  return best
}

function valueOf({ text, attributes }: Node): string {
  const value = text.trim()
  if (value === '') return attributes.href ?? attributes.url ?? attributes.value ?? ''
  const unit = UNITS.map((name) => attributes[name]).find((found) => found !== undefined)
  return unit && !value.includes(unit) ? `${value} ${unit}` : value
}

/** Returns the values of an element's parts by their path, those of parts within parts too; a name that comes again has all its values. */
function flatten(record: Node, prefix = '', values = new Map<string, string[]>()): Map<string, string[]> {
  const add = (name: string, value: string) => {
    if (value !== '') values.set(name, [...(values.get(name) ?? []), value])
  }
  if (prefix === '') for (const [name, value] of Object.entries(record.attributes)) add(name, value.trim())
  for (const part of record.children) {
    const name = prefix === '' ? part.name : `${prefix} / ${part.name}`
    if (part.children.length === 0) add(name, valueOf(part))
    else flatten(part, name, values)
  }
  return values
}

/**
 * Reads a product feed, such as Google's (RSS or Atom), or any XML with one element for each product: a column for each of its parts, and
 * one more for each time that a part comes again. @throws Unreadable
 */
export function readFeed(bytes: Uint8Array): SpreadsheetResult {
  const { text } = readText(bytes, {})
  const xml = text.replace(/^\ufeff/, '')
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new Unreadable('it holds a document type, which no product feed needs.')
  const records = findRecords(parseTree(xml)).map((record) => flatten(record))
  if (records.length === 0) throw new Unreadable('it has no products.')
  if (records.length > MAX_ROWS) throw new Unreadable(`it has more than ${MAX_ROWS} rows.`)
  const times = new Map<string, number>()
  for (const record of records) for (const [name, values] of record) times.set(name, Math.max(times.get(name) ?? 0, values.length))
  const columns = [...times].flatMap(([name, count]) => Array.from({ length: count }, (_, at) => ({ name, at })))
  if (columns.length > MAX_CSV_COLUMNS) throw new Unreadable(`it has more than ${MAX_CSV_COLUMNS} columns.`)
  if (columns.length * records.length > MAX_CSV_CELLS) throw new Unreadable(`it has more than ${MAX_CSV_CELLS} cells.`)
  const rows = records.map((record): SpreadsheetCell[] => columns.map(({ name, at }) => record.get(name)?.[at] ?? null))
  return { sheets: [{ name: '', rows: [columns.map(({ name }) => name), ...rows] }] }
}
