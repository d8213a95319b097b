import { textOf } from '#app/lib/form-text.ts'
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

/** A select for each rule: those with a known register, then the other member states. */
const modes: Member<Settings['registers']['modes']> = {
  isWide: true,
  read: (fields, name) =>
    [...fields.keys()].flatMap((key) => {
      const [country = '', stream = ''] = key.startsWith(`${name}.`) ? key.slice(name.length + 1).split('.') : []
      const mode = REGISTER_MODES.find((one) => one === textOf(fields, key))
      return mode && (stream === 'packaging' || stream === 'electrical') ? [{ country, stream, mode }] : []
    }),
  show: ({ name, value }) =>
    [value.filter(isNamed), value.filter((rule) => !isNamed(rule)).toSorted(byName)].map((rules, at) => (
      <div key={at === 0 ? 'named' : 'others'} className="settings-grid thirds">
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
    )),
}

/** Modes of the rules of producer registers. */
export const RegistersSection = settingsSection('registers', {
  text: 'Numbers that sellers need in registers of producers. Ask: sellers are asked for the number. Require: products of sellers without a confirmed number are not available there. Rules of countries other than Germany and France count for private buyers only.',
  members: { modes },
})
