import { setTimeout as wait } from 'node:timers/promises'
import type { ImportDetail } from '../../contract/catalog/imports.ts'
import { clientOf, signInAs } from './client.ts'
import type { BenchShop } from './shop.ts'
import { makeWorkbook } from './workbook.ts'

/** Measurement of one import; times in ms. */
export interface ImportFigure {
  name: string
  rows: number
  tookMs: number
  reads: number
  p50: number
  p95: number
  worst: number
  failed: number
}

/** URLs that visitors read meanwhile: a page, a list, a product, search suggestions. */
const READS = ['/', '/products', '/api/products?limit=24', '/api/products?search=mat&limit=24', '/api/businesses']
const BETWEEN_READS_MS = 40
const LOOK_MS = 200

const share = (sorted: readonly number[], part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0

/** Reads the shop as visitors do while `work` runs. @returns the duration of each request */
async function readMeanwhile(origin: string, work: Promise<unknown>): Promise<{ times: number[]; failed: number }> {
  const over = new AbortController()
  void work.finally(() => over.abort())
  const times: number[] = []
  let failed = 0
  for (let at = 0; !over.signal.aborted; at += 1) {
    const startedAt = performance.now()
    const answer = await fetch(`${origin}${READS[at % READS.length]}`).catch(() => null)
    await answer?.arrayBuffer()
    times.push(performance.now() - startedAt)
    if (!answer?.ok) failed += 1
    await wait(BETWEEN_READS_MS)
  }
  return { times, failed }
}

type Staff = Awaited<ReturnType<typeof signInAs>>

async function finish(staff: Staff, id: string, isOver: (found: ImportDetail) => boolean): Promise<ImportDetail> {
  for (;;) {
    const found = await staff.imports.get({ params: { id } })
    if (isOver(found)) return found
    await wait(LOOK_MS)
  }
}

async function measure(origin: string, name: string, rows: number, work: () => Promise<unknown>): Promise<ImportFigure> {
  const startedAt = performance.now()
  const working = work()
  const { times, failed } = await readMeanwhile(origin, working)
  await working
  const tookMs = performance.now() - startedAt
  const sorted = times.toSorted((one, other) => one - other)
  return { name, rows, tookMs, reads: times.length, p50: share(sorted, 0.5), p95: share(sorted, 0.95), worst: sorted.at(-1) ?? 0, failed }
}

/** Measures uploading, checking, importing and undoing a workbook of `rows` new products, and importing it again, while visitors read. */
export async function measureImports({ origin }: BenchShop, rows: number): Promise<ImportFigure[]> {
  const staff = await signInAs(origin, 'staff@reflute.test')
  const bytes = new Uint8Array(await makeWorkbook(rows))
  const formOf = () => {
    const form = new FormData()
    form.append('file', new Blob([bytes]), 'bench.xlsx')
    return form
  }
  const draft = await staff.imports.upload({ form: formOf() })
  const params = { id: draft.id }
  if (!draft.file) throw new Error('The upload is no draft')
  const body = draft.file.options
  const figures = [await measure(origin, 'Check', rows, () => staff.imports.check({ params, body }))]
  const importIt = async () => {
    await staff.imports.start({ params })
    const { status, report } = await finish(staff, draft.id, (found) => found.status === 'done' || found.status === 'failed')
    if (status !== 'done' || report?.created !== rows) throw new Error(`The import made ${report?.created} products: ${report?.message}`)
  }
  figures.push(await measure(origin, 'Import in the background', rows, importIt))
  figures.push(
    await measure(origin, 'The same once more, in one call', rows, () => staff.imports.importExcel({ form: formOf(), query: {} })),
  )
  const undoIt = async () => {
    await staff.imports.undo({ params })
    await finish(staff, draft.id, (found) => found.status === 'undone')
  }
  figures.push(await measure(origin, 'Undo', rows, undoIt))
  const { total } = await clientOf(origin).products.list({ query: { limit: '1', businessType: 'all' } })
  if (total >= rows) throw new Error('The undone products are still on sale')
  return figures
}
