import { type BusinessRegisters, RegistrationForm } from '#contract/sellers/registers.ts'
import { countryCodeOf } from '#domain/country-codes.ts'
import { lookupKey, normalizeIdentifier } from '#domain/text.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse, refuseField } from '#server/platform/http/refusal.ts'
import { Unreadable } from '#server/platform/vendors/spreadsheet-guard.ts'
import { csvRecords } from '#server/platform/vendors/table-file.ts'
import { formErrors, normalized, placeOf, readOwnRegisters, saveRegisters } from './save-registers.ts'

const COLUMNS = ['country', 'register', 'number', 'system', 'firstDay', 'lastDay'] as const
const MAX_LINES = 60

/** Writes numbers as a CSV file. */
export const writeNumbers = (registrations: BusinessRegisters['registrations']): Buffer =>
  csvRecords(
    registrations.map(({ country, stream, number, scheme, validFrom, validTo }) => [country, stream, number, scheme, validFrom, validTo]),
    COLUMNS,
  )

/** Sentences about a cell, by its field of the form; others are those of the form. */
const PROBLEMS: Readonly<Record<string, string>> = {
  country: 'The country is not known.',
  stream: 'The register is packaging or electrical.',
  validFrom: 'firstDay is a date like 2026-03-04.',
  validTo: 'lastDay is a date like 2026-03-04.',
}

/** A line of a file; `form` is null where something is wrong with a cell. */
type Line = { line: number; form: RegistrationForm | null; problems: string[] }

/** Reads the lines of a file, with what is wrong with each. */
async function readLines(csv: string, confirms: boolean): Promise<Line[]> {
  const { readCsv } = await import('#server/platform/vendors/spreadsheet-csv.ts') // its parser is loaded when somebody needs it
  const file = readCsv(Buffer.from(csv), {})
  const [titles = [], ...records] = 'sheets' in file ? (file.sheets[0]?.rows ?? []) : []
  const names = titles.map((title) => lookupKey(String(title ?? '')))
  const missing = COLUMNS.filter((column) => column !== 'system' && !names.includes(column.toLowerCase()))
  if (missing.length > 0) refuseField('csv', `The file has no column ${missing.join(', ')}`)
  const lines: Line[] = []
  for (const [at, record] of records.entries()) {
    if (record.every((cell) => cell === null)) continue
    const cellOf = (column: (typeof COLUMNS)[number]) => normalizeIdentifier(String(record[names.indexOf(column.toLowerCase())] ?? ''))
    const read = RegistrationForm.safeParse({
      country: countryCodeOf(cellOf('country')),
      stream: cellOf('register').toLowerCase(),
      number: cellOf('number'),
      scheme: cellOf('system'),
      validFrom: cellOf('firstDay'),
      validTo: cellOf('lastDay') || null,
      confirms,
    })
    const problems = (read.error?.issues ?? []).map(({ path: [field = ''], message }) => {
      return PROBLEMS[String(field)] ?? `${field === 'scheme' ? 'system' : String(field)}: ${message}.`
    })
    lines.push({ line: at + 2, form: read.success ? normalized(read.data) : null, problems })
  }
  return lines
}

/** Returns the numbers of a file. Refuses a file with a wrong line, naming each. */
async function readNumbers(csv: string, confirms: boolean): Promise<RegistrationForm[]> {
  const lines = await readLines(csv, confirms)
  if (lines.length === 0) refuseField('csv', 'The file has no numbers')
  if (lines.length > MAX_LINES) refuseField('csv', `The file has more than ${MAX_LINES} numbers`)
  const formsOf = (some: readonly Line[]) => some.flatMap(({ form }) => form ?? [])
  const errors = lines.flatMap(({ line, form, problems }, at) => {
    const found = form ? formErrors(form, formsOf(lines.slice(0, at))).map(({ message }) => `${message}.`) : problems
    return found.map((message) => ({ field: 'csv', message: `Line ${line}: ${message}` }))
  })
  if (errors.length > 0) refuse('invalid_input', { errors })
  return formsOf(lines)
}

/**
 * Adds the numbers of a CSV file to those of a business; one of the same country and register is changed. All or none: refuses what is
 * wrong with a sentence for each line.
 */
export async function importNumbers(
  deps: Deps,
  write: { actor: Actor; requestId: string },
  businessId: string,
  { csv, confirms }: { csv: string; confirms: boolean },
): Promise<BusinessRegisters> {
  if (!confirms) refuseField('confirms', 'Please confirm that all of your products there are covered')
  const forms = await readNumbers(csv, confirms).catch((error: unknown) => {
    if (error instanceof Unreadable) return refuseField('csv', `The file can't be read: ${error.message}`)
    throw error
  })
  const { registrations, version } = await readOwnRegisters(deps, businessId)
  const named = new Set(forms.map(placeOf))
  const others = registrations.filter((one) => !named.has(placeOf(one))).map((one) => ({ ...one, confirms: true }))
  return saveRegisters(deps, write, businessId, { registrations: [...others, ...forms], version })
}
