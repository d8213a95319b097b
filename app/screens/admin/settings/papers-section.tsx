import { textOf } from '#app/lib/form-text.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { EU_COUNTRIES } from '#domain/market-country.ts'
import {
  type ChosenPaperMode,
  PAPER_MODES,
  PAPER_RULES,
  PAPER_SCOPES,
  type PaperMode,
  type PaperScope,
  paperMode,
} from '#domain/required-papers.ts'
import type { Member } from './members.tsx'
import { settingsSection } from './section.tsx'

const SCOPES: Readonly<Record<PaperScope, string>> = { machines: 'Machines', packaging: 'Packaging' }
const MODES: Readonly<Record<PaperMode, string>> = { off: 'Off', warn: 'Warn', require: 'Require' }
const COUNTRIES = EU_COUNTRIES.toSorted((one, other) => countryNameOf(one).localeCompare(countryNameOf(other)))

const nameOf = (name: string, scope: PaperScope, country: string) => `${name}.${scope}.${country}`

/** A mode for each country and kind of product. */
const modes: Member<ChosenPaperMode[]> = {
  isWide: true,
  read: (fields, name) =>
    PAPER_SCOPES.flatMap((scope) =>
      COUNTRIES.flatMap((country) => {
        const mode = PAPER_MODES.find((known) => known === textOf(fields, nameOf(name, scope, country)))
        return mode === undefined || mode === paperMode([], scope, country) ? [] : [{ scope, country, mode }]
      }),
    ),
  show: ({ name, value }) => (
    <table className="w-full max-w-160">
      <caption className="visually-hidden">Mode by country and kind of product</caption>
      <thead>
        <tr>
          <th scope="col" className="py-2 text-left">
            Country
          </th>
          {PAPER_SCOPES.map((scope) => (
            <th key={scope} scope="col" className="py-2 pl-3 text-left">
              {SCOPES[scope]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {COUNTRIES.map((country) => (
          <tr key={country}>
            <th scope="row" className="py-1 text-left font-normal">
              {countryNameOf(country)}
            </th>
            {PAPER_SCOPES.map((scope) => (
              <td key={scope} className="py-1 pl-3">
                <label htmlFor={nameOf(name, scope, country)} className="visually-hidden">
                  {SCOPES[scope]} <span>in {countryNameOf(country)}</span>
                </label>
                <select
                  className="input"
                  id={nameOf(name, scope, country)}
                  name={nameOf(name, scope, country)}
                  defaultValue={paperMode(value, scope, country)}
                >
                  {PAPER_MODES.map((mode) => (
                    <option key={mode} value={mode}>
                      {MODES[mode]}
                    </option>
                  ))}
                </select>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  ),
}

const LAWS = [...new Set(PAPER_RULES.map(({ law }) => law))].join(', ')

/** Consequences of papers that a product lacks, by country. */
export const PapersSection = settingsSection('papers', {
  text: `Papers that products need in the European Union (${LAWS}). Warn: the form of a product says what is missing in your markets. Require: products without them are not available there.`,
  members: { modes },
})
