import { textOf } from '#app/lib/form-text.ts'
import { figure } from '#app/lib/format.ts'
import { SelectField } from '#app/ui/field.tsx'
import type { Settings } from '#contract/platform/settings.ts'
import { MODE_LABELS } from '#contract/sellers/register-list.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { type RuleMode, ruleOf } from '#domain/producer-registers.ts'
import { REGISTER_MODES, STREAM_LABELS } from '#domain/producer-streams.ts'
import type { Member } from './members.tsx'
import { settingsSection } from './section.tsx'

const isNamed = ({ country, stream }: RuleMode) => ruleOf(country, stream)?.shape != null
const byName = (one: RuleMode, other: RuleMode) => countryNameOf(one.country).localeCompare(countryNameOf(other.country))

type Modes = Settings['registers']['modes']

/** Says how many rules have each mode: "24 Ask, 1 Require". */
const modeWords = (rules: Modes) =>
  REGISTER_MODES.map((one) => [MODE_LABELS[one], rules.filter(({ mode }) => mode === one).length] as const)
    .filter(([, many]) => many > 0)
    .map(([label, many]) => `${figure(many)} ${label}`)
    .join(', ')

function Selects({ name, rules }: { name: string; rules: Modes }) {
  return (
    <div className="settings-grid thirds">
      {rules.map(({ country, stream, mode }) => (
        <SelectField
          key={`${country} ${stream}`}
          label={`${countryNameOf(country)}, ${STREAM_LABELS[stream].toLowerCase()}`}
          name={`${name}.${country}.${stream}`}
          defaultValue={mode}
        >
          {REGISTER_MODES.map((one) => (
            <option key={one} value={one}>
              {MODE_LABELS[one]}
            </option>
          ))}
        </SelectField>
      ))}
    </div>
  )
}

/** A select for each rule by country: those with a known register, then the other member states, which fold away. */
const modes: Member<Modes> = {
  isWide: true,
  read: (fields, name) =>
    [...fields.keys()].flatMap((key) => {
      const [country = '', stream = ''] = key.startsWith(`${name}.`) ? key.slice(name.length + 1).split('.') : []
      const mode = REGISTER_MODES.find((one) => one === textOf(fields, key))
      return mode && (stream === 'packaging' || stream === 'electrical') ? [{ country, stream, mode }] : []
    }),
  show: ({ name, value }) => {
    const others = value.filter((rule) => !isNamed(rule)).toSorted(byName)
    return (
      <>
        <Selects name={name} rules={value.filter(isNamed)} />
        <details className="mt-5">
          <summary>Other member states ({modeWords(others)})</summary>
          <div className="mt-3">
            <Selects name={name} rules={others} />
          </div>
        </details>
      </>
    )
  },
}

/** Modes of the rules of producer registers. */
export const RegistersSection = settingsSection('registers', {
  text: 'Numbers that sellers need in registers of producers. Ask: sellers are asked for the number. Require: products of sellers without a confirmed number are not available there.',
  members: { modes },
})
