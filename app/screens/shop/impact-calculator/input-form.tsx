import { Fragment, useId } from 'react'
import { Link } from 'react-router'
import { hintOf, INPUT_FIELDS, type InputField } from '#app/features/impact/inputs.ts'
import { FieldFrame, SelectField } from '#app/ui/field.tsx'
import { Price } from '#app/ui/price.tsx'
import type { ImpactMachine } from '#contract/impact/impact.ts'
import { modelRows } from '#domain/impact-text.ts'
import type { Calculator } from './use-calculator.ts'

interface NumberFieldProps {
  field: InputField
  text: string
  hint: string | undefined
  onType: (text: string) => void
}

/**
 * A number as text, so that nothing typed is ever thrown away. What it counts as is said at once: on leaving, the button would move away
 * under the pointer.
 */
function NumberField({ field: { name, label, unit, isMoney, isOptional }, text, hint, onType }: NumberFieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} error={hint} {...(isOptional && { isOptional })}>
      <div className="unit-input grid grid-cols-[minmax(0,1fr)_auto]">
        <input
          id={id}
          name={name}
          className="input"
          inputMode="decimal"
          autoComplete="off"
          maxLength={24}
          value={text}
          onChange={(event) => onType(event.target.value)}
          aria-invalid={hint ? true : undefined}
          aria-describedby={`${id}-unit${hint ? ` ${id}-error` : ''}`}
        />
        <span id={`${id}-unit`}>
          {isMoney && (
            <>
              <span data-price="USD">$ </span>
              <span data-price="EUR">€ </span>
            </>
          )}
          {unit}
        </span>
      </div>
    </FieldFrame>
  )
}

function MachineFacts({ machine }: { machine: ImpactMachine }) {
  return (
    <div className="grid px-4 pt-3 pb-1 border-[1.5px] border-line rounded-box">
      <dl className="facts">
        <dt>Price</dt>
        <dd>
          <Price usd={machine.priceUSD} eur={machine.priceEUR} />
        </dd>
        {modelRows(machine).map(({ label, value }) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      <Link to={`/products/${machine.id}`} className="flex min-h-11 items-center self-start">
        <span>
          View <bdi>{machine.name}</bdi>
        </span>
      </Link>
    </div>
  )
}

/** The inputs: a GET form, so that it also calculates without script. */
export function InputForm({ machines, calculator }: { machines: readonly ImpactMachine[]; calculator: Calculator }) {
  const { texts, machine, isCalculating } = calculator
  const chosen = machines.find(({ id }) => id === machine)
  const isReady = chosen !== undefined && !isCalculating
  return (
    <form
      action="/impact-calculator"
      className="frame calculator-form no-print grid gap-4.5 p-6 print:break-inside-avoid print:px-5 print:py-3.5 print:gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) calculator.calculate()
      }}
    >
      <h2>Your numbers</h2>
      <SelectField
        label="Machine type"
        name="machine"
        required
        value={machine}
        onChange={(event) => calculator.chooseMachine(event.target.value)}
        aria-describedby={machine === '' ? 'choose-machine' : undefined}
      >
        <option value="">Choose a machine</option>
        {machines.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {chosen && <MachineFacts machine={chosen} />}
      {INPUT_FIELDS.map((field) => (
        <NumberField
          key={field.name}
          field={field}
          text={texts[field.name]}
          hint={hintOf(field, texts)}
          onType={(text) => calculator.type(field.name, text)}
        />
      ))}
      <div className="grid gap-3">
        <div className="flex flex-wrap gap-3">
          <button type="submit" className="button needs-script flex-1" disabled={!isReady}>
            {isCalculating ? 'Calculating...' : 'Calculate Impact'}
          </button>
          <noscript>
            <button type="submit" name="show" value="result" className="button">
              Calculate Impact
            </button>
          </noscript>
          <button type="button" className="button hollow needs-script" onClick={calculator.reset}>
            Reset
          </button>
        </div>
        {machine === '' && (
          <p id="choose-machine" className="text-sm text-ink-2">
            Please select a machine type to calculate impact
          </p>
        )}
      </div>
    </form>
  )
}
