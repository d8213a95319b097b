import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ImportFigure, measureImports } from './bench/imports.ts'
import { openPostgresForBench } from './bench/postgres.ts'
import { openShop } from './bench/shop.ts'
import { findStalePart } from './built.ts'

/* `npm run bench -- import`: imports a catalog of 10,000 products (`--rows=…`) while visitors read. Embedded database, or `--postgres`. */

const MAX_IMPORT_MS = 60_000
const SLOWEST_P95_MS = 500
const say = (text: string) => process.stdout.write(`${text}\n`)
const rows = Number(process.argv.find((option) => option.startsWith('--rows='))?.slice('--rows='.length) ?? 10_000)

function sayFigure({ name, tookMs, reads, p50, p95, worst, failed }: ImportFigure): void {
  const [took, middle, most, longest] = [tookMs / 1000, p50, p95, worst].map((value) => value.toFixed(1))
  say(`  ${name}: ${took} s; ${reads} reads meanwhile, p50 ${middle} ms, p95 ${most} ms, slowest ${longest} ms, ${failed} failed`)
}

async function measure(databaseUrl: string | null): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'reflute-bench-import-'))
  const shop = await openShop(folder, databaseUrl)
  try {
    const figures = await measureImports(shop, rows)
    for (const figure of figures) sayFigure(figure)
    say(`  Memory at the end: ${shop.memory() ?? '?'} MB`)
    return figures.every(({ tookMs, p95, failed }) => tookMs <= MAX_IMPORT_MS && p95 <= SLOWEST_P95_MS && failed === 0)
  } finally {
    await shop.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function bench(): Promise<boolean> {
  if (findStalePart()) throw new Error('The shop is not built. Run: npm run build')
  if (!process.argv.includes('--postgres')) {
    say(`${rows} products, embedded database`)
    return measure(null)
  }
  const database = await openPostgresForBench(process.env.BENCH_DATABASE_URL)
  try {
    say(`${rows} products, PostgreSQL ${database.version}`)
    return await measure(database.url)
  } finally {
    await database.close()
  }
}

process.exitCode = (await bench()) ? 0 : 1
