import { useState } from 'react'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { FormDialog } from '#app/features/kit/forms/form-dialog.tsx'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { useForm } from '#app/features/kit/forms/use-form.ts'
import { textOf } from '#app/lib/form-text.ts'
import { CheckField, SelectField, TextField } from '#app/ui/field.tsx'
import type { RegistrationForm } from '#contract/sellers/registers.ts'
import { countryNameOf } from '#domain/country-name.ts'
import { normalizeNumber, numberError, REGISTER_RULES, type RegisterRule, ruleOf } from '#domain/producer-registers.ts'
import { STREAM_LABELS } from '#domain/producer-streams.ts'

const keyOf = ({ country, stream }: Pick<RegisterRule, 'country' | 'stream'>) => `${country} ${stream}`
const labelOf = ({ country, stream }: Pick<RegisterRule, 'country' | 'stream'>) =>
  `${countryNameOf(country)}, ${STREAM_LABELS[stream].toLowerCase()}`

const RULES = REGISTER_RULES.toSorted((one, other) => labelOf(one).localeCompare(labelOf(other)))
const ruleBy = (key: string) => RULES.find((rule) => keyOf(rule) === key) ?? null

interface RegisterDialogProps {
  /** Null: a new one. */
  registration: RegistrationForm | null
  /** Places that the list has already, as `country stream`. */
  taken: readonly string[]
  onTaken: (registration: RegistrationForm) => void
  onClose: () => void
}

function NumberHint({ rule: { shape, register } }: { rule: RegisterRule }) {
  return (
    <>
      {shape && `Looks like ${shape.example}. `}
      {register && (
        <>
          You get it from{' '}
          <a href={register.url} target="_blank" rel="noreferrer">
            {register.name}
          </a>
          .
        </>
      )}
    </>
  )
}

/** A register number of a seller in a dialog; it is saved with the form below. */
export function RegisterDialog({ registration, taken, onTaken, onClose }: RegisterDialogProps) {
  const [key, setKey] = useState(registration ? keyOf(registration) : '')
  const rule = ruleBy(key)
  const form = useForm({
    check: (element) => {
      const fields = new FormData(element)
      const [from, to] = [textOf(fields, 'validFrom'), textOf(fields, 'validTo')]
      const wrong = rule && numberError(normalizeNumber(textOf(fields, 'number'), rule), rule)
      return {
        ...(wrong && { number: `${wrong}.` }),
        ...(to !== '' && to < from && { validTo: 'Must not be before the first day.' }),
        ...checkForm(element),
      }
    },
    failed: 'The number could not be added.',
    send: async (fields) => {
      if (!rule) return
      const validTo = textOf(fields, 'validTo')
      onTaken({
        country: rule.country,
        stream: rule.stream,
        number: normalizeNumber(textOf(fields, 'number'), rule),
        scheme: textOf(fields, 'scheme').trim(),
        validFrom: textOf(fields, 'validFrom'),
        validTo: validTo === '' ? null : validTo,
        confirms: fields.has('confirms'),
      })
    },
  })
  const { errors } = form
  return (
    <FormDialog title={registration ? 'Edit number' : 'Add number'} onClose={onClose}>
      <RecordForm form={form} save={registration ? 'Apply changes' : 'Add to the list'} foot="py-3 bg-surface">
        <SelectField
          label="Register"
          name="place"
          required
          value={key}
          error={errors.place}
          onChange={({ target }) => setKey(target.value)}
        >
          <option value="">Choose a country and register</option>
          {RULES.filter((one) => keyOf(one) === key || !taken.includes(keyOf(one))).map((one) => (
            <option key={keyOf(one)} value={keyOf(one)}>
              {labelOf(one)}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Number"
          name="number"
          required
          maxLength={60}
          autoComplete="off"
          defaultValue={registration?.number}
          hint={rule && (rule.shape || rule.register) ? <NumberHint rule={rule} /> : undefined}
          error={errors.number}
        />
        <TextField
          label="System or organization"
          name="scheme"
          isOptional
          maxLength={120}
          defaultValue={registration?.scheme}
          hint="Who takes back or recycles for you, such as a dual system."
          error={errors.scheme}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="First day"
            name="validFrom"
            type="date"
            required
            defaultValue={registration?.validFrom}
            error={errors.validFrom}
          />
          <TextField
            label="Last day"
            name="validTo"
            type="date"
            isOptional
            defaultValue={registration?.validTo ?? ''}
            error={errors.validTo}
          />
        </div>
        <CheckField
          label="I confirm that everything I sell there is covered by this registration"
          name="confirms"
          required
          defaultChecked={registration?.confirms}
        />
      </RecordForm>
    </FormDialog>
  )
}

/** Returns the name of a register: "Germany, packaging"; one without a rule by its codes. */
export const registerName = (place: Pick<RegistrationForm, 'country' | 'stream'>): string =>
  labelOf(ruleOf(place.country, place.stream) ?? place)
