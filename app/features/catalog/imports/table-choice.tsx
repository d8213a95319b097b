import { useState } from 'react'
import { messageOf } from '#app/lib/api.ts'
import { count } from '#app/lib/format.ts'
import { SelectField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { ImportDetail, ImportFile, ImportTable } from '#contract/catalog/imports.ts'
import { SEPARATORS, type Separator, TEXT_ENCODINGS, type TextEncoding } from '#domain/table-format.ts'
import { useImportSide } from './import-side.ts'

const ENCODING_LABELS: Record<TextEncoding, string> = {
  'utf-8': 'Unicode (UTF-8)',
  'windows-1252': 'Western European (Windows-1252)',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16, big-endian)',
}
const SEPARATOR_LABELS: Record<Separator, string> = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' }

interface TableChoiceProps {
  id: string
  file: ImportFile
  onRead: (draft: ImportDetail) => void
}

/** The sheet, the row of the headers and the text format; another choice reads the file again. */
export function TableChoice({ id, file: { choices, table }, onRead }: TableChoiceProps) {
  const { calls } = useImportSide()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const rows = choices[table.sheet]?.first ?? []
  async function read(change: Partial<ImportTable>) {
    setBusy(true)
    setProblem(undefined)
    try {
      onRead(await calls.setTable({ params: { id }, body: { ...table, ...change } }))
    } catch (failure) {
      setProblem(messageOf(failure, 'The file could not be read. Please try again.'))
    }
    setBusy(false)
  }
  const choose = (change: Partial<ImportTable>) => {
    if (!isBusy) void read(change)
  }
  if (choices.length === 0) return null
  return (
    <fieldset className="import-table-choice" aria-busy={isBusy}>
      <legend className="mb-2 font-strong">Table in the file</legend>
      <FormProblem text={problem} />
      {choices.length > 1 && (
        <SelectField label="Sheet" value={table.sheet} onChange={({ target }) => choose({ sheet: Number(target.value), headerRow: 1 })}>
          {choices.map(({ name, rows: total }, at) => (
            <option key={name} value={at}>
              {name} ({count(total, 'row')})
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        label="Row with the headers"
        value={table.headerRow}
        onChange={({ target }) => choose({ headerRow: Number(target.value) })}
      >
        {rows.map((text, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the file
          <option key={at} value={at + 1}>
            {at + 1}: {text.slice(0, 70) || 'empty'}
          </option>
        ))}
      </SelectField>
      {table.encoding !== null && (
        <SelectField
          label="Character set"
          value={table.encoding}
          onChange={({ target }) => choose({ encoding: TEXT_ENCODINGS.find((encoding) => encoding === target.value) ?? null })}
        >
          {TEXT_ENCODINGS.map((encoding) => (
            <option key={encoding} value={encoding}>
              {ENCODING_LABELS[encoding]}
            </option>
          ))}
        </SelectField>
      )}
      {table.separator !== null && (
        <SelectField
          label="Separator"
          value={table.separator}
          onChange={({ target }) => choose({ separator: SEPARATORS.find((separator) => separator === target.value) ?? null })}
        >
          {SEPARATORS.map((separator) => (
            <option key={separator} value={separator}>
              {SEPARATOR_LABELS[separator]}
            </option>
          ))}
        </SelectField>
      )}
    </fieldset>
  )
}
