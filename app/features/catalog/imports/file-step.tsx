import { type DragEvent, useId, useRef, useState } from 'react'
import { messageOf } from '#app/lib/api.ts'
import { download } from '#app/lib/download.ts'
import { toast } from '#app/lib/toast.ts'
import { BusyButton } from '#app/ui/busy-button.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { ImportDetail } from '#contract/catalog/imports.ts'
import { useImportSide } from './import-side.ts'

const MAX_BYTES = 20 * 1024 * 1024
const ACCEPTED = '.xlsx,.csv,.tsv,.tab,.txt,.xls,.xml,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Returns why a file cannot be uploaded, as far as the browser can tell, or null. */
function problemOf({ name, size }: File): string | null {
  if (size > MAX_BYTES) return 'This file is larger than 20 MB. Split it and try again.'
  return /\.(xlsx|csv|tsv|tab|txt|xls|xml)$/i.test(name) ? null : 'Choose an .xlsx, .csv, .tsv, .txt or .xml file.'
}

/** The first step: a file is chosen or dropped, and parsed by the server. */
export function FileStep({ onRead }: { onRead: (draft: ImportDetail) => void }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { calls, isSeller, path, workbook } = useImportSide()
  const [isBusy, setBusy] = useState(false)
  const [isOver, setOver] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function take(file: File | undefined) {
    if (!file || isBusy) return
    const wrong = problemOf(file)
    setProblem(wrong ?? undefined)
    if (wrong) return
    setBusy(true)
    try {
      const form = new FormData()
      form.append('file', file)
      onRead(await calls.upload({ form }))
    } catch (failure) {
      setProblem(messageOf(failure, 'Excel import failed'))
      toast.error('Import Failed')
    }
    setBusy(false)
    if (input.current) input.current.value = ''
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  return (
    <section
      aria-labelledby={id}
      className="import-drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div>
        <h2 id={id}>Drop a file here, or choose one</h2>
        <p className="mt-2 max-w-lead text-ink-2">
          Excel (.xlsx), CSV, tab-separated text or a product feed as XML, up to 20 MB. The layout of this shop and the product exports of
          Shopify and WooCommerce are recognized. For any other table, you match its columns.
          {isSeller && ' All products go to your own business.'}
        </p>
        <FormProblem text={problem && `Import Failed: ${problem}`} />
        <input
          ref={input}
          type="file"
          accept={ACCEPTED}
          className="sr-only"
          tabIndex={-1}
          aria-label="Catalog file"
          onChange={(event) => void take(event.target.files?.[0])}
        />
        <p className="mt-5 flex flex-wrap gap-3">
          <BusyButton className="button" isBusy={isBusy} busy="Reading the file…" onPress={() => input.current?.click()}>
            Import from Excel
          </BusyButton>
          <FileButton path={`${path}/template`} name="catalog-template.xlsx" label="Download template" />
          <FileButton path={workbook} name="products.xlsx" label="Download products" />
        </p>
        <p className="mt-3 text-sm text-ink-2">
          To change many products at once, download them, edit the file and import it. You'll see what changes before anything is imported.
        </p>
      </div>
      <img className="w-full max-md:hidden" src="/drawings/scenes/flat-board.svg" width={800} height={600} alt="" />
    </section>
  )
}

function FileButton({ path, name, label }: { path: string; name: string; label: string }) {
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await download(path, name)
    } catch (failure) {
      toast.error(messageOf(failure, 'The file could not be loaded. Please try again.'))
    }
    setBusy(false)
  }
  return (
    <BusyButton className="button hollow" isBusy={isBusy} busy="Writing…" onPress={() => void save()}>
      {label}
    </BusyButton>
  )
}
