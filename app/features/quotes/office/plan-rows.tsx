import { SelectField, TextField } from '#app/ui/field.tsx'
import { CloseIcon } from '#app/ui/icons.tsx'
import { MAX_MILESTONES, MAX_PLAN_DAYS, planProblem } from '#domain/payment-plan.ts'
import { milestonesOf, newPlanRow, OWN_PLAN, type PlanRow, readTrigger } from './offer-values.ts'

interface PlanRowsProps {
  rows: readonly PlanRow[]
  change: (rows: PlanRow[]) => void
  error: string | undefined
}

/** Milestones of a payment plan of its own, and what they add up to. */
export function PlanRows({ rows, change, error }: PlanRowsProps) {
  const sum = rows.reduce((percent, row) => percent + (Number(row.percent) || 0), 0)
  const isWhole = planProblem(milestonesOf({ plan: OWN_PLAN, planDays: '', planRows: [...rows] })) === null
  const isWrong = error === undefined ? undefined : true
  return (
    <fieldset className="grid gap-4 sm:col-span-2">
      <legend className="mb-2 font-medium">Milestones</legend>
      <ul className="grid gap-4">
        {rows.map((row, index) => {
          const set = (part: Partial<PlanRow>) => change(rows.map((one) => (one.key === row.key ? { ...one, ...part } : one)))
          return (
            <li key={row.key} className="grid grid-cols-[4rem_1fr_auto] items-end gap-2">
              <TextField
                label="Percent"
                name={`plan.${index}.percent`}
                inputMode="numeric"
                aria-invalid={isWrong}
                value={row.percent}
                onChange={({ target }) => set({ percent: target.value })}
              />
              <SelectField
                label="Due"
                name={`plan.${index}.trigger`}
                value={row.trigger}
                onChange={({ target }) => set({ trigger: readTrigger(target.value) })}
              >
                <option value="order">With the order</option>
                <option value="dispatch">Before dispatch</option>
                <option value="delivery">After delivery</option>
              </SelectField>
              {row.trigger === 'delivery' && (
                <div className="order-last col-span-2">
                  <TextField
                    label="Days after delivery"
                    name={`plan.${index}.days`}
                    inputMode="numeric"
                    title={`Up to ${MAX_PLAN_DAYS}`}
                    value={row.days}
                    onChange={({ target }) => set({ days: target.value })}
                  />
                </div>
              )}
              <button
                type="button"
                className="icon-button"
                aria-label={`Remove milestone ${index + 1}`}
                disabled={rows.length === 1}
                onClick={() => change(rows.filter(({ key }) => key !== row.key))}
              >
                <CloseIcon />
              </button>
            </li>
          )
        })}
      </ul>
      <p className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <span role="status" className={`status ${isWhole ? 'ok' : 'warn'}`}>
          Together {sum}% of 100%
        </span>
        {rows.length < MAX_MILESTONES && (
          <button type="button" className="button hollow small" onClick={() => change([...rows, newPlanRow()])}>
            Add milestone
          </button>
        )}
      </p>
      {error && <p className="error">{error}</p>}
    </fieldset>
  )
}
