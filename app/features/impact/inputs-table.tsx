import { figure } from '#app/lib/format.ts'
import { exactMoney, wholeMoney } from '#domain/impact-text.ts'
import type { Calculation } from './calculation.ts'
import { INPUT_FIELDS } from './inputs.ts'

/** The clamped inputs and the machine's values, for screen and print. */
export function InputsTable({ calculation: { inputs, tariff, machine, currency } }: { calculation: Calculation }) {
  const values = { ...inputs, energyTariff: tariff }
  const spoken = (value: number, isMoney: boolean) => {
    if (!isMoney) return figure(value)
    return Number.isInteger(value) ? wholeMoney(value, currency) : exactMoney(value, currency)
  }
  return (
    <dl className="facts">
      <dt>Machine</dt>
      <dd>
        <bdi>{machine.name}</bdi>
      </dd>
      <dt>Price</dt>
      <dd>{exactMoney(machine.price, currency)}</dd>
      {INPUT_FIELDS.map(({ name, label, unit, isMoney }) => {
        const value = values[name]
        return value === null ? null : (
          <div key={name} className="contents">
            <dt>{label}</dt>
            <dd>{`${spoken(value, isMoney)} ${unit}`.replace(' %', '%')}</dd>
          </div>
        )
      })}
    </dl>
  )
}
