import { useId, useRef, useState } from 'react'
import { Tiles } from '#app/features/kit/frame/tiles.tsx'
import { api, messageOf } from '#app/lib/api.ts'
import { count, figure } from '#app/lib/format.ts'
import { toast } from '#app/lib/toast.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { ImportDetail, ImportPreview } from '#contract/catalog/imports.ts'
import { PreviewSheet } from './preview-sheet.tsx'

const MAX_LISTED = 50

interface CheckStepProps {
  draft: ImportDetail
  preview: ImportPreview
  onStarted: (running: ImportDetail) => void
  onBack: () => void
}

/** The third step: what the import would change, and each cell with an error. */
export function CheckStep({ draft, preview, onStarted, onBack }: CheckStepProps) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { report } = preview
  const taken = report.created + report.updated + report.unchanged
  async function start() {
    setBusy(true)
    setProblem(undefined)
    try {
      onStarted(await api.imports.start({ params: { id: draft.id } }))
    } catch (failure) {
      setProblem(messageOf(failure, 'Excel import failed'))
      toast.error('Import Failed')
    }
    setBusy(false)
  }
  return (
    <div className="import-panel">
      <div className="mb-3">
        <h2 className="wrap-anywhere">{draft.fileName}</h2>
        <p role="status" className="mt-1">
          {report.message}
        </p>
      </div>
      <Tiles
        tiles={[
          { value: figure(report.created), label: 'New products' },
          { value: figure(report.updated), label: 'Changed' },
          { value: figure(report.unchanged), label: 'As before' },
          { value: figure(report.skipped), label: 'Left out' },
        ]}
      />
      <FormProblem text={problem && `Import Failed: ${problem}`} />
      <p className="flex flex-wrap gap-3 mt-5">
        {taken > 0 && (
          <BusyButton className="button" isBusy={isBusy} busy="Starting…" onPress={() => void start()}>
            Import {count(taken, 'product')}
          </BusyButton>
        )}
        <button type="button" className="button hollow" onClick={onBack}>
          Back to the columns
        </button>
      </p>
      <Findings preview={preview} />
    </div>
  )
}

/** The list of problems beside the file's rows; each problem links to its cell. */
function Findings({ preview: { sheets, errorCount } }: { preview: ImportPreview }) {
  const id = useId()
  const area = useRef<HTMLDivElement>(null)
  const cellId = (sheet: number, row: number, cell: number | null) => `${id}-${sheet}-${row}-${cell ?? 'row'}`
  const problems = sheets.flatMap(({ name, columns, rows }, sheet) =>
    rows.flatMap(({ row, errors }) =>
      errors.map(({ cell, message }) => ({
        target: cellId(sheet, row, cell),
        place: `${sheets.length > 1 ? `${name}, row` : 'Row'} ${row}${cell === null ? '' : `, ${columns[cell]?.header}`}`,
        message,
      })),
    ),
  )
  const show = (target: string) => {
    const cell = area.current?.querySelector(`[id="${target}"]`)
    if (!(cell instanceof HTMLElement)) return
    cell.focus()
    cell.scrollIntoView({ block: 'center', inline: 'center' })
  }
  const listed = problems.slice(0, MAX_LISTED)
  return (
    <div className="findings" data-clean={problems.length === 0 || undefined}>
      {problems.length > 0 && (
        <section aria-labelledby={`${id}-problems`}>
          <h3 id={`${id}-problems`}>{count(errorCount, 'problem')}</h3>
          <ol className="relative max-h-[34rem] mt-2 overflow-y-auto border-[1.5px] border-line max-md:max-h-[16rem]">
            {listed.map(({ target, place, message }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell may have two problems
              <li key={at} className="not-first:border-t-[1.5px] not-first:border-line">
                <button
                  className="grid gap-0.5 w-full min-h-11 px-3 py-2 text-sm text-left wrap-anywhere hover:bg-bad-tint focus-visible:-outline-offset-3"
                  type="button"
                  onClick={() => show(target)}
                >
                  <strong className="text-bad">{place}</strong>
                  <span>{message}</span>
                </button>
              </li>
            ))}
          </ol>
          {errorCount > listed.length && (
            <p className="p-3 text-sm text-ink-2">
              The first {listed.length} are listed. After the import, all rejected rows come as a file with their errors.
            </p>
          )}
        </section>
      )}
      <div ref={area} className="min-w-0">
        {sheets.map((sheet, at) => (
          <PreviewSheet key={sheet.name} sheet={sheet} isOnly={sheets.length === 1} cellId={(row, cell) => cellId(at, row, cell)} />
        ))}
      </div>
    </div>
  )
}
