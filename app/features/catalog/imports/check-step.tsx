import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { categoryChoicesQuery } from '#app/features/catalog/product-form/queries.ts'
import { Tiles } from '#app/features/kit/frame/tiles.tsx'
import { messageOf, queryOf } from '#app/lib/api.ts'
import { download } from '#app/lib/download.ts'
import { count, figure } from '#app/lib/format.ts'
import { toast } from '#app/lib/toast.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { ImportDetail, ImportFile, ImportOptions, ImportPreview, ProblemGroup } from '#contract/catalog/imports.ts'
import { ImportNotes } from './import-notes.tsx'
import { useImportSide } from './import-side.ts'
import { PreviewSheet } from './preview-sheet.tsx'
import { nameOf, ProblemGroupItem } from './problem-group.tsx'
import { type Corrections, useCorrections } from './use-corrections.ts'

interface CheckStepProps {
  draft: ImportDetail
  file: ImportFile
  preview: ImportPreview
  onChecked: (preview: ImportPreview, options: ImportOptions) => void
  onStarted: (running: ImportDetail) => void
  onBack: () => void
}

/** The third step: what the import would change, its problems by kind with one answer each, and every cell with an error to correct. */
export function CheckStep({ draft, file, preview, onChecked, onStarted, onBack }: CheckStepProps) {
  const { calls } = useImportSide()
  const [busy, setBusy] = useState<'check' | 'start'>()
  const [problem, setProblem] = useState<string>()
  const corrections = useCorrections(file.options)
  const { report } = preview
  const taken = report.created + report.updated + report.unchanged
  async function checkAgain() {
    setBusy('check')
    setProblem(undefined)
    try {
      const body = corrections.corrected()
      const checked = await calls.check({ params: { id: draft.id }, body })
      corrections.settle()
      onChecked(checked, body)
    } catch (failure) {
      setProblem(messageOf(failure, 'The file could not be checked. Please try again.'))
    }
    setBusy(undefined)
  }
  async function start() {
    setBusy('start')
    setProblem(undefined)
    try {
      onStarted(await calls.start({ params: { id: draft.id } }))
    } catch (failure) {
      setProblem(`Import Failed: ${messageOf(failure, 'Excel import failed')}`)
      toast.error('Import Failed')
    }
    setBusy(undefined)
  }
  return (
    <form
      className="import-panel"
      aria-label="Check of the file"
      onSubmit={(event) => {
        event.preventDefault()
        if (corrections.isDirty && !busy) void checkAgain()
      }}
    >
      <div className="mb-3">
        <h2 className="wrap-anywhere">
          <bdi>{draft.fileName}</bdi>
        </h2>
        <p role="status" className="mt-1">
          {report.message}
        </p>
      </div>
      <Tiles
        perRow={4}
        tiles={[
          { value: figure(report.created), label: 'New products' },
          { value: figure(report.updated), label: 'Changed' },
          { value: figure(report.unchanged), label: 'Unchanged' },
          { value: figure(report.skipped), label: 'Skipped' },
        ]}
      />
      <ImportNotes notes={report.notes} />
      <Changes changes={preview.changes} total={report.updated} />
      <Findings id={draft.id} preview={preview} corrections={corrections} />
      <FormProblem text={problem} />
      <div className="sticky z-4 bottom-0 flex flex-wrap gap-3 mt-5 py-3 border-t-[1.5px] border-line bg-surface">
        {corrections.isDirty ? (
          <button type="submit" className="button" aria-disabled={busy === 'check' || undefined}>
            {busy === 'check' ? 'Checking every row…' : 'Check again'}
          </button>
        ) : (
          taken > 0 && (
            <BusyButton className="button" isBusy={busy === 'start'} busy="Starting…" onPress={() => void start()}>
              Import {count(taken, 'product')}
            </BusyButton>
          )
        )}
        <button type="button" className="button hollow" onClick={onBack}>
          Back to the columns
        </button>
      </div>
    </form>
  )
}

/** Each changed cell of the stored products, before and after. */
function Changes({ changes, total }: { changes: ImportPreview['changes']; total: number }) {
  const id = useId()
  if (changes.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-6">
      <h3 id={id}>Changes</h3>
      {total > changes.length && (
        <p className="text-sm text-ink-2">
          The first {figure(changes.length)} of {count(total, 'changed product')}.
        </p>
      )}
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it once it has the focus
        tabIndex={0}
        className="relative max-h-[28rem] mt-2 overflow-auto border-[1.5px] border-line"
        role="region"
        aria-label="Changes, table"
      >
        <table className="preview-table w-full">
          <thead>
            <tr>
              {['Row', 'Product', 'Field', 'Before', 'After'].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {changes.flatMap(({ row, slug, name, cells }) =>
              cells.map(({ field, before, after }, at) => (
                <tr key={`${slug}-${field}`}>
                  {at === 0 && (
                    <>
                      <th scope="rowgroup" rowSpan={cells.length}>
                        {row ?? ''}
                      </th>
                      <td rowSpan={cells.length} className="wrap-anywhere">
                        <bdi>{name}</bdi>
                      </td>
                    </>
                  )}
                  <td className="wrap-anywhere">{nameOf(field)}</td>
                  <ChangedText text={before} />
                  <ChangedText text={after} />
                </tr>
              )),
            )}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function ChangedText({ text }: { text: string }) {
  return (
    <td>
      {text === '' ? (
        <span className="text-ink-2">Empty</span>
      ) : (
        <span dir="auto" className="line-clamp-6 wrap-anywhere whitespace-pre-line">
          {text}
        </span>
      )}
    </td>
  )
}

/** Downloads every problem as it was checked last. */
function ProblemsButton({ id, isStale }: { id: string; isStale: boolean }) {
  const { path } = useImportSide()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await download(`${path}/${id}/problems`, 'problems.csv')
    } catch (failure) {
      toast.error(messageOf(failure, 'The file could not be created. Please try again.'))
    }
    setBusy(false)
  }
  return (
    <BusyButton className="button hollow small" isBusy={isBusy} busy="Writing…" disabled={isStale} onPress={() => void save()}>
      Download all problems (CSV)
    </BusyButton>
  )
}

interface FindingsProps {
  /** The draft's id. */
  id: string
  preview: ImportPreview
  corrections: Corrections
}

/** Problems by kind above the file's rows; each problem links to its cell. */
function Findings({ id: draftId, preview: { sheets, problems, errorCount }, corrections }: FindingsProps) {
  const id = useId()
  const area = useRef<HTMLDivElement>(null)
  const categories = useQuery(queryOf(categoryChoicesQuery()))
  const cellId = (sheet: string, row: number, cell: number | null) => `${id}-${sheet}-${row}-${cell ?? 'row'}`
  const show = (target: string) => {
    const cell = area.current?.querySelector(`[id="${target}"]`)
    if (!(cell instanceof HTMLElement)) return
    cell.focus({ preventScroll: true })
    cell.scrollIntoView({ block: 'center', inline: 'center' })
  }
  const link = ({ sheet, row, cell }: ProblemGroup['places'][number]) => {
    const found = sheets.find(({ name }) => name === sheet)
    const header = cell === null ? undefined : found?.columns[cell]?.header
    const words = `${sheets.length > 1 ? `${sheet}, row` : 'Row'} ${row}${header ? `, ${header}` : ''}`
    if (!found?.rows.some((one) => one.row === row)) return words
    return (
      <button type="button" className="link-button" onClick={() => show(cellId(sheet, row, cell))}>
        {words}
      </button>
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 mt-3 pt-6 fold-t">
      {problems.length > 0 && (
        <section aria-labelledby={`${id}-problems`}>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h3 id={`${id}-problems`}>{errorCount === 0 ? 'Every problem has an answer' : count(errorCount, 'problem')}</h3>
            {errorCount > 0 && <ProblemsButton id={draftId} isStale={corrections.isDirty} />}
          </div>
          <ul className="grid mt-2 border-[1.5px] border-line">
            {problems.map((group) => (
              <ProblemGroupItem
                key={`${group.cause}-${group.column}-${group.value}`}
                group={group}
                answer={corrections.answerOf(group)}
                onAnswer={(answer) => corrections.setAnswer(group, answer)}
                categories={categories.data?.items ?? []}
                factor={corrections.factor}
                onFactor={corrections.setFactor}
                link={link}
              />
            ))}
          </ul>
        </section>
      )}
      <div ref={area} className="min-w-0">
        {sheets.map((sheet) => (
          <PreviewSheet
            key={sheet.name}
            sheet={sheet}
            isOnly={sheets.length === 1}
            cellId={(row, cell) => cellId(sheet.name, row, cell)}
            corrections={corrections}
          />
        ))}
      </div>
    </div>
  )
}
