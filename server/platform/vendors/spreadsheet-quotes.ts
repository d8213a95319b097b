import type { Separator } from '#domain/table-format.ts'

/** Characters that a record with line breaks may have; a quote that has not ended by then is text. */
const MAX_RECORD = 100_000
/** Characters of a line up to which every way to read its quotes is tried. */
const MAX_TRIED = 10_000
/** Rows by which the usual number of cells is known. */
const FIRST_RECORDS = 200

const isBreak = (sign: string | undefined) => sign === undefined || sign === '\n'

interface Record {
  cells: string[]
  /** Offset after its line break. */
  end: number
}

/** Skips spaces, but no separator. */
function skipSpaces(text: string, from: number, separator: Separator): number {
  let at = from
  while ((text[at] === ' ' || text[at] === '\t') && text[at] !== separator) at += 1
  return at
}

/** Returns the offset of the quote that ends the cell in quotes at `start`, as RFC 4180 has it, or null. */
function endOfQuotes(text: string, start: number, limit: number): number | null {
  for (let at = start + 1; at < limit; at += 1) {
    if (text[at] !== '"') continue
    if (text[at + 1] !== '"') return at
    at += 1
  }
  return null
}

/** Reads the record at `start`; a quote in the middle of a cell is text. Null: a cell in quotes does not end where a cell can end. */
function readRecord(text: string, start: number, separator: Separator): Record | null {
  const cells: string[] = []
  const limit = Math.min(text.length, start + MAX_RECORD)
  for (let at = start; ; ) {
    const first = skipSpaces(text, at, separator)
    let end: number
    if (text[first] === '"') {
      const last = endOfQuotes(text, first, limit)
      if (last === null) return null
      end = skipSpaces(text, last + 1, separator)
      if (text[end] !== separator && !isBreak(text[end])) return null
      cells.push(
        text
          .slice(first + 1, last)
          .replaceAll('""', '"')
          .trim(),
      )
    } else {
      end = at
      while (text[end] !== separator && !isBreak(text[end])) end += 1
      cells.push(text.slice(at, end).trim())
    }
    if (isBreak(text[end])) return { cells, end: end + 1 }
    at = end + 1
  }
}

const FEW_CELLS = 3

/**
 * Returns whether a record swallowed others: a cell in quotes that never ends goes on to the next quote, and each of its lines has all
 * cells.
 */
export function hasSwallowed(cells: readonly string[], separator: Separator): boolean {
  if (cells.length < FEW_CELLS || !cells.some((cell) => cell.includes('\n'))) return false
  const lines = cells.join(separator).split('\n')
  return lines.every((line) => line.split(separator).length === cells.length)
}

/** Returns a cell in quotes that do not match: what quotes and backslashes stand for, and the one that opens it and has no other. */
function clean(cell: string): string {
  const text = cell.trim()
  if (text.length > 1 && text.startsWith('"') && text.indexOf('"', 1) < 0) return text.slice(1).trim()
  return text.replaceAll('\\"', '"')
}

/** Returns where the cell at `start` of a line can end, the likeliest first, each with its text. */
function* endsOf(line: string, start: number, separator: Separator): Generator<{ end: number; cell: string }> {
  const first = skipSpaces(line, start, separator)
  if (line[first] === '"') {
    for (let at = first + 1; at < line.length; at += 1) {
      const end = line[at] === '"' ? skipSpaces(line, at + 1, separator) : -1
      if (end < 0 || (line[end] !== separator && end < line.length)) continue
      yield { end, cell: clean(line.slice(first + 1, at).replaceAll('""', '"')) }
    }
  }
  const next = line.indexOf(separator, start)
  const end = next < 0 ? line.length : next
  yield { end, cell: clean(line.slice(start, end)) }
}

/** Splits a line whose quotes do not match into `width` cells, or as its separators do where that is impossible. */
function splitLine(line: string, separator: Separator, width: number): string[] {
  const failed = new Set<string>()
  const split = (start: number, left: number): string[] | null => {
    const key = `${start} ${left}`
    if (left === 0 || failed.has(key)) return null
    for (const { end, cell } of endsOf(line, start, separator)) {
      if (end >= line.length && left === 1) return [cell]
      const rest = end < line.length ? split(end + 1, left - 1) : null
      if (rest) return [cell, ...rest]
    }
    failed.add(key)
    return null
  }
  return (line.length <= MAX_TRIED ? split(0, width) : null) ?? line.split(separator).map(clean)
}

/** Returns how many cells most of the first lines have. */
function usualWidth(lines: readonly string[], separator: Separator): number {
  const counts = new Map<number, number>()
  for (const line of lines.slice(0, FIRST_RECORDS)) {
    const width = readRecord(line, 0, separator)?.cells.length
    if (width !== undefined && line.trim() !== '') counts.set(width, (counts.get(width) ?? 0) + 1)
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 1
}

/**
 * Reads the records of a .csv file whose quotes do not match: a record with line breaks has as many cells as the others, and a line that
 * is none by RFC 4180 is split where its quotes and the number of cells suggest.
 */
export function readLooseRecords(typed: string, separator: Separator, maxRecords: number): string[][] {
  const text = typed.replace(/\r\n?/g, '\n')
  const width = usualWidth(text.slice(0, FIRST_RECORDS * 1000).split('\n'), separator)
  const records: string[][] = []
  for (let at = 0; at < text.length && records.length <= maxRecords; ) {
    const lineBreak = text.indexOf('\n', at)
    const lineEnd = lineBreak < 0 ? text.length : lineBreak
    const found = readRecord(text, at, separator)
    const isOneLine = found !== null && found.end <= lineEnd + 1
    if (found && (isOneLine || (found.cells.length === width && !hasSwallowed(found.cells, separator)))) {
      records.push(found.cells)
      at = found.end
    } else {
      records.push(splitLine(text.slice(at, lineEnd), separator, width))
      at = lineEnd + 1
    }
  }
  return records
}
