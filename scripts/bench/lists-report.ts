import { existsSync, readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { AMOUNTS } from './large-shop.ts'
import { LIST_BUDGET_MS, type ListFigure, RUNS } from './lists.ts'
import { table, whole } from './report.ts'

const HEADING = '## Lists of a large shop'
/** Heading of the section that is written by hand. */
const COMPARED = '## Against earlier versions'

const short = (milliseconds: number) => (milliseconds < 10 ? milliseconds.toFixed(1) : whole(milliseconds))

/** One row a call: the number of measured URLs, and the slowest of them. */
export function writeListFigures(figures: readonly ListFigure[]): string {
  const rows = [...Map.groupBy(figures, ({ call }) => call)].map(([call, asked]) => {
    const [slowest] = [...asked].sort((a, b) => b.p95 - a.p95)
    const middle = [...asked].sort((a, b) => a.p50 - b.p50)[Math.floor(asked.length / 2)]
    const most = Math.max(...asked.map(({ total }) => total ?? 0))
    return [
      `${call}, slowest: ${slowest?.what}`,
      String(asked.length),
      most > 0 ? whole(most) : '',
      short(middle?.p50 ?? 0),
      short(slowest?.p50 ?? 0),
      short(slowest?.p95 ?? 0),
    ]
  })
  return table(['Call', 'addresses', 'rows', 'median p50', 'slowest p50', 'slowest p95'], rows)
}

/** The section of docs/performance.md about lists. */
export function writeListSection(date: string, database: string, figures: readonly ListFigure[]): string {
  const cores = cpus()
  const { users, businesses, products, orders, linesPerOrder } = AMOUNTS
  return `${HEADING}

Measured by \`npm run bench -- --lists --record\` on ${date} on ${database}: ${cores.length} cores (${cores[0]?.model.trim() ?? 'unknown'}), ${whole(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}; server,
database (with the settings that it comes with) and caller share the machine.

${whole(products)} products, ${whole(orders)} orders with ${linesPerOrder} lines each, ${whole(users)} users, ${whole(businesses)} businesses, one of them with a fifth of all products. Every list call of the contract is asked
for its first page and page 1000 of 50 rows, in every order (both pages), with every filter value, and with searches of many, some, few and no
hits; beside them dashboards, figures, counts of filters and the search. ${RUNS} times each after two that do not count, one call after the other,
timed until the last byte. Milliseconds; \`X-Total-Count\` is exact in all of them. A list that takes longer than ${LIST_BUDGET_MS} ms (p95) fails the bench.

${writeListFigures(figures)}
`
}

/** Replaces the section about lists in `text` with `section`. */
export const withListSection = (text: string, section: string): string => withSection(text, HEADING, section)

function withSection(text: string, heading: string, section: string): string {
  const start = text.indexOf(heading)
  if (start < 0) return `${text.trimEnd()}\n\n${section}`
  const next = text.indexOf('\n## ', start + 1)
  return text.slice(0, start) + section + (next < 0 ? '' : text.slice(next))
}

/** Adds to the new text of the document the sections of the old one at `path` that only other runs, or people, write. */
export function withKeptSections(path: string, text: string): string {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return [COMPARED, HEADING].reduce((after, heading) => {
    const section = sectionOf(before, heading)
    return section === null ? after : withSection(after, heading, section)
  }, text)
}

function sectionOf(text: string, heading: string): string | null {
  const start = text.indexOf(heading)
  if (start < 0) return null
  const next = text.indexOf('\n## ', start + 1)
  return `${text.slice(start, next < 0 ? undefined : next).trimEnd()}\n`
}
