// Writes content/papers/*.pdf, the manuals and declarations of products of the demo.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { businesses, facts, products } from '../content/catalog.ts'
import { MANUAL_TEXTS, type ManualLanguage, type ManualTexts } from '../content/manual-texts.ts'
import { DEMO_PAPERS } from '../content/papers.ts'
import { draw } from '../drawings/draw.ts'
import { createPdf, type PdfWriter } from '../server/platform/vendors/pdf.ts'

const FOLDER = join(import.meta.dirname, '..', 'content', 'papers')
const CREATED = new Date('2026-03-02T09:00:00Z')
const DRAWING = 190
const VIEWS = ['product-of', 'footprint'] as const

type Product = (typeof products)[number]

const found = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Error('The catalog lacks what a paper of the demo needs')
  return value
}

const rowOf = ({ specifications }: Product, name: string) => specifications.find(([row]) => row === name)?.[1]

/** Puts name and specifications of a machine into a sentence. */
const filled = (machine: Product, sentence: string) =>
  sentence
    .replaceAll('{name}', machine.name)
    .replaceAll('{weight}', rowOf(machine, 'Weight') ?? '')
    .replaceAll('{supply}', rowOf(machine, 'Supply') ?? '')

function writeDrawings(page: PdfWriter, machine: Product, { figures }: ManualTexts): void {
  const subject = { slug: machine.slug, name: machine.name, specifications: Object.fromEntries(machine.specifications) }
  const views = [machine.category === 'chip-maker' ? ('chip-maker' as const) : ('mat-maker' as const), ...VIEWS]
  for (const [at, view] of views.entries())
    page.together((kept) => {
      kept.heading(3, figures[at] ?? '')
      kept.drawing(draw(view, subject).svg, `${figures[at] ?? ''}: ${machine.name}`, DRAWING)
    })
}

function writeManual(page: PdfWriter, machine: Product, texts: ManualTexts): void {
  page.heading(1, `${machine.name}: ${texts.manual}`)
  page.text(texts.original, 'lead')
  page.text(texts.declaration.demo, 'small')
  for (const { title, lead, steps } of texts.parts) {
    page.heading(2, title)
    if (lead) page.text(filled(machine, lead))
    page.list(steps.map((step) => filled(machine, step)))
  }
  const { columns, rows } = texts.data
  page.heading(2, texts.data.title)
  page.table({
    caption: texts.data.title,
    columns: columns.map((title) => ({ title, share: 1 })),
    rows: Object.entries(rows).flatMap(([row, label]) => {
      const value = rowOf(machine, row)
      return value === undefined ? [] : [[label, value]]
    }),
  })
  writeDrawings(page, machine, texts)
  page.heading(2, texts.spares.title)
  const spares = products.filter((part) => part.category === 'replacement-parts' && rowOf(part, 'Fits')?.includes(machine.name))
  page.table({
    caption: texts.spares.title,
    columns: texts.spares.columns.map((title) => ({ title, share: 1 })),
    rows: spares.map(({ slug, name }) => [name, facts.get(slug)?.sku ?? '']),
  })
}

function writeDeclaration(page: PdfWriter, machine: Product, texts: ManualTexts['packaging'], demo: string): void {
  const maker = found(businesses.find(({ name }) => name === machine.business))
  page.heading(1, texts.title)
  page.text(demo, 'small')
  page.heading(2, texts.maker)
  page.text([maker.name, maker.address, `${maker.postalCode} ${maker.city}`, maker.country].join('\n'), 'lead')
  page.heading(2, texts.product)
  page.text(`${machine.name}, ${facts.get(machine.slug)?.mpn ?? facts.get(machine.slug)?.sku ?? ''}`, 'lead')
  page.text(texts.law)
  page.text(texts.standards)
  page.text(texts.place)
  page.text(`${maker.city}, 2026-03-02`)
  page.text(maker.trader.representative, 'strong')
}

async function write({ slug, kind, language, file }: (typeof DEMO_PAPERS)[number] & { language: ManualLanguage }): Promise<number> {
  const machine = found(products.find((product) => product.slug === slug))
  const texts = MANUAL_TEXTS[language]
  const declaration = kind === 'packaging' ? texts.packaging : texts.declaration
  const title = `${machine.name}: ${kind === 'manual' ? texts.manual : declaration.title}`
  const document = { title, subject: kind === 'manual' ? texts.original : declaration.law, author: machine.business, createdAt: CREATED }
  const bytes = await createPdf(document, (page) =>
    kind === 'manual' ? writeManual(page, machine, texts) : writeDeclaration(page, machine, declaration, texts.declaration.demo),
  )
  await writeFile(join(FOLDER, file), bytes)
  return bytes.length
}

let sum = 0
for (const paper of DEMO_PAPERS) sum += await write(paper)
console.log(`${DEMO_PAPERS.length} papers, ${Math.round(sum / 1024)} kB`)
