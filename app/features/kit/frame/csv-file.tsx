import { type ReactNode, useRef, useState } from 'react'
import { messageOf } from '#app/lib/api.ts'
import { download } from '#app/lib/download.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { toast } from '#app/lib/toast.ts'
import { isApiError } from '#contract/errors.ts'
import { refreshTabs } from './other-tabs.ts'

interface CsvFileProps {
  /** Noun of the lines, such as "rates". */
  noun: string
  /** Sentences about its columns, and about what an import changes. */
  text: string
  path: string
  fileName: string
  /** Sends the content of a chosen file. @returns the sentence about what was imported; throws what the call throws */
  send: (csv: string) => Promise<string>
  /** False: it can only be downloaded. */
  mayImport?: boolean
  /** True while something has to be stated before a file is chosen. */
  isClosed?: boolean
  /** Heading of what is wrong with a file; without one the refusal's own sentence is it. */
  failedTitle?: string
  /** Asked for before the buttons. */
  children?: ReactNode
}

/** Section with lines of a list as a CSV file: out, and in again. */
export function CsvFile({ noun, text, path, fileName, send, mayImport = true, isClosed = false, failedTitle, children }: CsvFileProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ title: string; lines: readonly string[] } | null>(null)
  const take = async (file: File) => {
    setBusy(true)
    setProblem(null)
    try {
      toast.success(await send(await file.text()))
      await refreshTabs(queryClient)
    } catch (failure) {
      const message = messageOf(failure, 'The file could not be imported.')
      const lines = isApiError(failure) ? failure.errors.map((error) => error.message) : []
      setProblem(failedTitle ? { title: failedTitle, lines: lines.length > 0 ? lines : [message] } : { title: message, lines })
    }
    setBusy(false)
  }
  const id = `${noun}-file`
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id} className="text-xl">
        Import and export {noun}
      </h2>
      <p className="mt-1 max-w-text text-ink-2">{text}</p>
      {children}
      <p className="mt-3 flex flex-wrap gap-3">
        <button
          type="button"
          className="button hollow"
          onClick={() => {
            download(path, fileName).catch((failure: unknown) => toast.error(messageOf(failure, 'The file could not be downloaded.')))
          }}
        >
          Download {noun}
        </button>
        {mayImport && (
          <button type="button" className="button hollow" disabled={isBusy || isClosed} onClick={() => input.current?.click()}>
            {isBusy ? 'Importing…' : `Import ${noun}`}
          </button>
        )}
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv"
          hidden
          aria-label={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} file`}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            event.currentTarget.value = '' // the same file may be chosen again
            if (file) void take(file)
          }}
        />
      </p>
      {problem && (
        <div role="alert" className="notice bad mt-3">
          <p className="font-medium">{problem.title}</p>
          {problem.lines.length > 0 && (
            <ul className="mt-2 grid gap-1">
              {problem.lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
        </div>
      )}
    </section>
  )
}
