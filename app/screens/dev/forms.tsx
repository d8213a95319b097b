import { type FormEvent, useState } from 'react'
import { STEP_UP_CANCELED } from '#app/lib/step-up.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { Example, Pair } from './example.tsx'

const ADDRESS_ERROR = 'Please enter an email address like name@example.com'
const TYPES = (
  <>
    <option>Mat makers</option>
    <option>Chip makers</option>
  </>
)

export function Fields() {
  return (
    <>
      <Example name="Text">
        <Pair>
          <TextField label="Empty" placeholder="name@example.com" />
          <TextField label="Filled, with a hint" hint="Shown on the invoice." defaultValue="North Fold Works" />
          <TextField label="Optional" isOptional defaultValue="Unit 4" />
          <TextField label="With an error" type="email" defaultValue="north-fold" error={ADDRESS_ERROR} />
          <TextField label="Hint and error" hint="We send the receipt there." defaultValue="north-fold" error={ADDRESS_ERROR} />
          <TextField label="Disabled" hint="It can't be changed after the order." defaultValue="RF-7K3M" disabled />
          <TextField label="Read only" defaultValue="RF-7K3M" readOnly />
          <TextField label="Date" type="date" defaultValue="2026-05-04" />
        </Pair>
      </Example>
      <Example name="Select">
        <Pair>
          <SelectField label="Category">{TYPES}</SelectField>
          <SelectField label="With a hint" hint="Decides which filters find it." isOptional>
            {TYPES}
          </SelectField>
          <SelectField label="With an error" error="Choose a category.">
            {TYPES}
          </SelectField>
          <SelectField label="Disabled" disabled>
            {TYPES}
          </SelectField>
        </Pair>
      </Example>
      <Example name="Text area">
        <Pair>
          <TextAreaField label="Message" rows={3} isOptional placeholder="What should we know?" />
          <TextAreaField
            label="With an error"
            rows={3}
            hint="At least 20 characters."
            defaultValue="Too short"
            error="Tell us a little more."
          />
          <TextAreaField label="Disabled" rows={3} defaultValue="The answer was sent." disabled />
        </Pair>
      </Example>
      <Example name="Checkbox and radio" isRow>
        <CheckField label="Off" />
        <CheckField label="On" defaultChecked />
        <CheckField label="Disabled" disabled />
        <CheckField label="On and disabled" defaultChecked disabled />
        <label className="flex min-h-11 items-center gap-3">
          <input type="radio" name="shipping" defaultChecked />
          Standard
        </label>
        <label className="flex min-h-11 items-center gap-3">
          <input type="radio" name="shipping" />
          Express
        </label>
      </Example>
      <Example name="Number with its unit">
        <div className="field max-w-80">
          <label htmlFor="unit-example">Cardboard</label>
          <div className="unit-input flex">
            <input id="unit-example" className="input" inputMode="decimal" defaultValue="120" />
            <span>kg a week</span>
          </div>
        </div>
      </Example>
    </>
  )
}

const SEND_MS = 1500

export function Forms() {
  return (
    <Pair>
      <Example name="Refused; canceled when the password was asked for">
        <div className="grid gap-4">
          <FormProblem text="This code has expired. Enter another one or remove it." />
          <FormProblem text={STEP_UP_CANCELED} />
        </div>
      </Example>
      <Example name="Sends for a moment, then is refused">
        <RefusedForm />
      </Example>
    </Pair>
  )
}

function RefusedForm() {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    setTimeout(() => {
      setBusy(false)
      setProblem('The shop could not be reached. Your text is still here. Try again.')
    }, SEND_MS)
  }
  return (
    <form className="grid gap-4" onSubmit={submit} aria-label="Example">
      <FormProblem text={problem} />
      <TextField label="Subject" name="subject" defaultValue="Spare rollers" />
      <SubmitButton isBusy={isBusy} busy="Sending…" className="button justify-self-start">
        Send message
      </SubmitButton>
    </form>
  )
}
