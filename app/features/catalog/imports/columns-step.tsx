import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { categoryChoicesQuery } from '#app/features/catalog/product-form/queries.ts'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { queryOf } from '#app/lib/api.ts'
import { textOf } from '#app/lib/form-text.ts'
import { count } from '#app/lib/format.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { ImportDetail, ImportFile, ImportOptions, ImportPreview } from '#contract/catalog/imports.ts'
import { IMPORT_FIELD_NAMES, IMPORT_FIELDS, type ImportField, isFactor, REPEATED_FIELDS } from '#domain/import-fields.ts'
import { DECIMAL_SIGNS, type DecimalSign } from '#domain/table-format.ts'
import { BusinessField } from './business-field.tsx'
import { KIND_LABELS } from './import-badge.tsx'
import { useImportSide } from './import-side.ts'
import { TableChoice } from './table-choice.tsx'

/** Fields that say which product a row is. */
const IDENTIFYING: readonly ImportField[] = ['slug', 'name', 'sku', 'gtin']
const FACTOR = 'Please enter a number such as 0.92'

const DECIMAL_LABELS: Record<DecimalSign, string> = { point: '1,234.50', comma: '1.234,50' }

const fieldName = (at: number) => `columns.${at}`

/** Returns the field selected in the form; null: the column is ignored. */
const fieldOf = (value: string): ImportField | null => IMPORT_FIELD_NAMES.find((field) => field === value) ?? null

function optionsOf(fields: FormData, { columns, options }: ImportFile): ImportOptions {
  return {
    ...options,
    columns: columns.map((_, at) => fieldOf(textOf(fields, fieldName(at)))),
    businessId: textOf(fields, 'businessId') || null,
    categoryId: textOf(fields, 'categoryId') || null,
    eurFactor: textOf(fields, 'eurFactor').trim().replace(',', '.') || null,
    decimal: DECIMAL_SIGNS.find((sign) => sign === textOf(fields, 'decimal')) ?? options.decimal,
    updateOnly: textOf(fields, 'products') === 'update',
  }
}

/** Returns errors by field, to show before the form is sent. */
function problemsOf(form: HTMLFormElement, file: ImportFile): Record<string, string> {
  const { columns, eurFactor } = optionsOf(new FormData(form), file)
  const problems: Record<string, string> = {}
  for (const [at, field] of columns.entries()) {
    const first = columns.indexOf(field)
    const isTwice = field !== null && !REPEATED_FIELDS.includes(field) && first !== at
    if (isTwice) problems[fieldName(at)] = `“${file.columns[first]?.header}” already uses this field.`
  }
  if (!IDENTIFYING.some((field) => columns.includes(field)))
    problems[fieldName(0)] ??= 'Choose the column with the SKU, the name or the slug.'
  if (eurFactor !== null && !isFactor(eurFactor)) problems.eurFactor = FACTOR
  return problems
}

interface ColumnsStepProps {
  draft: ImportDetail
  file: ImportFile
  onRead: (draft: ImportDetail) => void
  onChecked: (preview: ImportPreview, options: ImportOptions) => void
  onChange: () => void
  onAgain: () => void
}

/** The second step: each column's field, and values that the file does not have. */
export function ColumnsStep({ draft, file, onRead, onChecked, onChange, onAgain }: ColumnsStepProps) {
  const { calls } = useImportSide()
  const { props, errors, problem, isBusy } = useForm({
    check: (form) => problemsOf(form, file),
    send: async (fields) => {
      const body = optionsOf(fields, file)
      onChecked(await calls.check({ params: { id: draft.id }, body }), body)
    },
    failed: 'The file could not be checked. Please try again.',
  })
  return (
    <form {...props} className="import-panel" onChange={onChange} aria-label="Columns of the file">
      <div className="mb-3">
        <h2 className="wrap-anywhere">
          <bdi>{draft.fileName}</bdi>
        </h2>
        <p className="text-ink-2">
          {count(file.rows, 'row')}, {count(file.columns.length, 'column')}
          {file.sheets.length > 0 && `; also the sheets ${file.sheets.join(', ')}`}
        </p>
        <p className="mt-2 max-w-lead">
          {file.isRemembered ? 'The columns are matched as in your last import with these headers.' : KIND_LABELS[file.kind]}
        </p>
      </div>
      <FormProblem text={problem} />
      <TableChoice id={draft.id} file={file} onRead={onRead} />
      <ColumnChoices file={file} errors={errors} />
      <WholeFile file={file} errors={errors} />
      <p className="flex flex-wrap gap-3 mt-5">
        <SubmitButton isBusy={isBusy} busy="Checking every row…">
          Check the file
        </SubmitButton>
        <button type="button" className="button hollow" onClick={onAgain}>
          Choose another file
        </button>
      </p>
    </form>
  )
}

type Errors = Record<string, string | undefined>

function ColumnChoices({ file, errors }: { file: ImportFile; errors: Errors }) {
  return (
    <ul className="column-choices mt-4 border-t-[1.5px] border-line" aria-label="Match columns">
      {file.columns.map(({ header, samples }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place in the file
        <li
          key={at}
          className="grid grid-cols-[minmax(0,1fr)_minmax(0,22rem)] items-center gap-x-6 gap-y-1 py-2 border-b-[1.5px] border-line max-md:grid-cols-1"
        >
          <div>
            <p className="font-medium">{header || `Column ${at + 1}`}</p>
            <p className="overflow-hidden text-ink-2 text-sm text-ellipsis whitespace-nowrap">
              {samples.length > 0 ? samples.join(' · ') : 'Empty'}
            </p>
          </div>
          <SelectField
            label={`“${header || `Column ${at + 1}`}” is`}
            name={fieldName(at)}
            defaultValue={file.options.columns[at] ?? ''}
            error={errors[fieldName(at)]}
          >
            <option value="">Skip</option>
            {IMPORT_FIELD_NAMES.map((field) => (
              <option key={field} value={field}>
                {IMPORT_FIELDS[field]}
              </option>
            ))}
          </SelectField>
        </li>
      ))}
    </ul>
  )
}

/** Values of new products for rows that have none, and how numbers are written. */
function WholeFile({ file, errors }: { file: ImportFile; errors: Errors }) {
  const { isSeller } = useImportSide()
  const categories = useQuery(queryOf(categoryChoicesQuery()))
  const [businessId, setBusiness] = useState(file.options.businessId ?? '')
  return (
    <fieldset className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] items-start gap-x-6 gap-y-3 mt-6">
      <legend className="mb-2 font-strong">Defaults for rows without a value</legend>
      {!isSeller && (
        <BusinessField
          label="Business"
          none="From the file"
          name="businessId"
          value={businessId}
          onChange={setBusiness}
          error={errors.businessId}
        />
      )}
      <SelectField
        key={categories.data ? 'there' : 'waiting'}
        label="Category"
        name="categoryId"
        defaultValue={file.options.categoryId ?? ''}
        error={errors.categoryId}
        hint={categories.isError ? 'The categories could not be loaded.' : undefined}
      >
        <option value="">From the file</option>
        {categories.data?.items.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField
        label="EUR per USD, for rows with one price"
        name="eurFactor"
        inputMode="decimal"
        maxLength={10}
        placeholder="0.92"
        defaultValue={file.options.eurFactor ?? ''}
        error={errors.eurFactor}
      />
      <SelectField label="Products to import" name="products" defaultValue={file.options.updateOnly ? 'update' : 'all'}>
        <option value="all">New and existing products</option>
        <option value="update">Update only existing products</option>
      </SelectField>
      <SelectField label="Number format" name="decimal" defaultValue={file.options.decimal}>
        {DECIMAL_SIGNS.map((sign) => (
          <option key={sign} value={sign}>
            {DECIMAL_LABELS[sign]}
          </option>
        ))}
      </SelectField>
    </fieldset>
  )
}
