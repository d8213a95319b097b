import type { BusinessRegisters, RegistrationForm } from '#contract/sellers/registers.ts'
import { countryCodeOf } from '#domain/country-codes.ts'
import { STREAMS } from '#domain/producer-streams.ts'
import { lookupKey, normalizeIdentifier } from '#domain/text.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { refuse, refuseField } from '#server/platform/http/refusal.ts'
import { Unreadable } from '#server/platform/vendors/spreadsheet-guard.ts'
import { csvRecords } from '#server/platform/vendors/table-file.ts'
import { formErrors, normalized, placeOf, readOwnRegisters, saveRegisters } from './save-registers.ts'

const COLUMNS = ['country', 'register', 'number', 'system', 'firstDay', 'lastDay'] as const
const DAY = /^\d{4}-\d{2}-\d{2}$/
const MAX_LINES = 60

/** Writes numbers as a CSV file. */
export const writeNumbers = (registrations: BusinessRegisters['registrations']): Buffer =>
  csvRecords(
    registrations.map(({ country, stream, number, scheme, validFrom, validTo }) => [country, stream, number, scheme, validFrom, validTo]),
    COLUMNS,
  )

type Line = { line: number; form: RegistrationForm; problems: string[] }

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
    const stream = STREAMS.find((one) => one === cellOf('register').toLowerCase())
    const problems = stream ? [] : ['The register is packaging or electrical.']
    for (const column of ['firstDay', 'lastDay'] as const) {
      const isEmpty = column === 'lastDay' && cellOf(column) === ''
      if (!isEmpty && !DAY.test(cellOf(column))) problems.push(`${column} is a date like 2026-03-04.`)
    }
    const country = countryCodeOf(cellOf('country'))
    const form = {
      country,
      stream: stream ?? 'packaging',
      number: cellOf('number'),
      scheme: cellOf('system'),
      validFrom: cellOf('firstDay'),
    }
    lines.push({ line: at + 2, form: normalized({ ...form, validTo: cellOf('lastDay') || null, confirms }), problems })
  }
  return lines
}

/** Returns the numbers of a file. Refuses a file with a wrong line, naming each. */
async function readNumbers(csv: string, confirms: boolean): Promise<RegistrationForm[]> {
  const lines = await readLines(csv, confirms)
  if (lines.length === 0) refuseField('csv', 'The file has no numbers')
  if (lines.length > MAX_LINES) refuseField('csv', `The file has more than ${MAX_LINES} numbers`)
  const errors = lines.flatMap(({ line, form, problems }, at) => {
    const before = lines.slice(0, at).map((one) => one.form)
    const found = problems.length > 0 ? problems : formErrors(form, before).map(({ message }) => `${message}.`)
    return found.map((message) => ({ field: 'csv', message: `Line ${line}: ${message}` }))
  })
  if (errors.length > 0) refuse('invalid_input', { errors })
  return lines.map(({ form }) => form)
}

/**
 * Adds the numbers of a CSV file to those of a business; one of the same country and register is changed. All or none: refuses what is wrong with a
 * sentence for each line.
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
