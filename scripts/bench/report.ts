import { cpus, totalmem } from 'node:os'
import type { Figure, PageWeight, Results } from './figures.ts'
import { CONNECTIONS, SECONDS } from './reads.ts'

type Row = readonly string[]

export const whole = (number: number) => Math.round(number).toLocaleString('en-US')
const short = (number: number) => (number < 100 ? number.toFixed(1) : whole(number))
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`
const megabytes = (memory: number | null) => (memory === null ? 'not measured' : `${memory} MB`)
const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1)

export function table(header: Row, rows: readonly Row[]): string {
  const widths = header.map((_, at) => Math.max(...[header, ...rows].map((row) => row[at]?.length ?? 0)))
  const line = (row: Row) =>
    `| ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`
  const rule = `| ${widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [line(header), rule, ...rows.map(line)].join('\n')
}

const cpu = (milliseconds: number | null) => (milliseconds === null ? '' : milliseconds.toFixed(milliseconds < 1 ? 3 : 2))

const figureRow = ({ name, perSecond, p50, p99, count, errors, serverMs, databaseMs, bare }: Figure): Row => [
  name,
  short(perSecond),
  short(p50),
  short(p99),
  whole(count),
  String(errors),
  cpu(serverMs),
  cpu(databaseMs),
  bare ? short(bare.perSecond) : '',
  bare ? cpu(bare.serverMs) : '',
  bare ? `${Math.round((100 * perSecond) / bare.perSecond)}%` : '',
]

function weightRow({ path, ...weight }: PageWeight): Row {
  const parts = [weight.html, weight.script, weight.css, weight.fonts, weight.images, weight.data]
  return [path, ...parts.map(kilobytes), kilobytes(parts.reduce((sum, part) => sum + part, 0))]
}

/** Start, memory and requests of one database as text. */
export function writeResults(results: Results): string {
  const { products, firstStartMs, secondStartMs, secondStartCpuMs, importMs, memoryAfterStart, memoryAfterLoad } = results
  return [
    table(
      ['Server', 'measured'],
      [
        ['First start: migrations, demo shop, ready', seconds(firstStartMs)],
        [`Import of the rest, up to ${whole(products)} products`, seconds(importMs)],
        [`Start with ${whole(products)} products, median of five`, seconds(secondStartMs)],
        ['Processor time of that start', seconds(secondStartCpuMs)],
        ['Memory (RSS) of the process after that start', megabytes(memoryAfterStart)],
        ['Memory (RSS) after all of the load below', megabytes(memoryAfterLoad)],
      ],
    ),
    table(
      [
        'Request',
        'per second',
        'p50 ms',
        'p99 ms',
        'requests',
        'errors',
        'server, CPU ms',
        'database',
        'bare route',
        'its CPU ms',
        'share',
      ],
      results.figures.map(figureRow),
    ),
  ].join('\n\n')
}

/** Page weights as text. */
export function writeWeights(weights: readonly PageWeight[]): string {
  return table(['Page, kB sent', 'HTML', 'script', 'CSS', 'fonts', 'images', 'data', 'all'], weights.map(weightRow))
}

/** Writes docs/performance.md: figures, and how and where they were measured. */
export function writeDocument(date: string, measured: readonly Results[], weights: readonly PageWeight[] | null): string {
  const cores = cpus()
  return `# Performance

Measured by \`npm run bench -- --record\` on ${date}: ${cores.length} cores (${cores[0]?.model.trim() ?? 'unknown'}), ${whole(totalmem() / 2 ** 30)} GB, ${process.platform}, Node ${process.versions.node}.

Server, load and database share this machine, so expect more on a real one. Timings are noisy: single rows moved by up to a factor of two between runs. Compare rows, and versions on the same
machine, rather than absolute figures.

How: the built server as it is delivered, one process on loopback, without rate limits, on a shop filled to ${whole(measured[0]?.products ?? 0)} products
through \`POST /api/import/excel\`. Reads come over ${CONNECTIONS} keep-alive connections for ${SECONDS} s, after 2 s of warm-up. Writes come from ${CONNECTIONS} signed-in people at a time, each waiting for the answer; buyers fill
their carts first, and only \`POST /api/orders\` is timed, after 160 orders of warm-up. A page requested in the last 10 s is sent from memory; "all in turn" requests the pages of all products, so
that nearly each is rendered. Processor time is that of one request, at the server and at the database (an embedded one is part of the server's). "Bare route" is a route of the framework that
only sends the bytes of the same answer. Errors are answers other than 2xx, and none may occur.

${measured.map((results) => `## ${results.database}\n\n${writeResults(results)}`).join('\n\n')}

## What a page weighs

${
  weights
    ? `In Chromium, 1440 px wide, empty cache, until nothing more is loaded: compressed bodies; headers add about 0.8 kB to each file over
HTTP/1.1. 1 kB is 1,000 bytes. What each route may load is a test (\`scripts/route-budgets.ts\`).
\`/cart\` and \`/checkout\` are of a buyer with three lines in the cart.

${writeWeights(weights)}`
    : 'Not measured: no browser was found.'
}
`
}
