import type { SpreadsheetCell, SpreadsheetResult } from './spreadsheet.ts'
import { MAX_CSV_CELLS, MAX_CSV_COLUMNS, MAX_ROWS, Unreadable } from './spreadsheet-guard.ts'
import { readText } from './spreadsheet-text.ts'
import { parseTree, type XmlNode } from './xml-tree.ts'

/** Attributes that belong to the value beside them: `<price currency="EUR">12</price>`. */
const UNITS = ['currency', 'unit']

/** Returns the products: of all elements with parts of their own, those of which most stand side by side. */
function findRecords(root: XmlNode): XmlNode[] {
  let best: XmlNode[] = []
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

function valueOf({ text, attributes }: XmlNode): string {
  const value = text.trim()
  if (value === '') return attributes.href ?? attributes.url ?? attributes.value ?? ''
  const unit = UNITS.map((name) => attributes[name]).find((found) => found !== undefined)
  return unit && !value.includes(unit) ? `${value} ${unit}` : value
}

/** Returns the values of an element's parts by their path, those of parts within parts too; a name that comes again has all its values. */
function flatten(record: XmlNode, prefix = '', values = new Map<string, string[]>()): Map<string, string[]> {
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
  const { text: xml } = readText(bytes, {})
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
