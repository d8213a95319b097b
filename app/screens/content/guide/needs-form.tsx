import { Form, Link } from 'react-router'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { hasNeeds, type Needs } from './fit-machines.ts'

/** The questions of the guide. A GET form, so that an answer can be shared and works without script. */
export function NeedsForm({ needs }: { needs: Needs }) {
  return (
    <Form
      key={JSON.stringify(needs)}
      action="/buyers-guide#choose"
      aria-label="What you need"
      className="no-print grid grid-cols-[repeat(auto-fit,minmax(min(200px,100%),1fr))] gap-x-5 gap-y-4 items-end px-6 pt-5 pb-6"
      preventScrollReset
    >
      <SelectField label="What do you make?" name="make" defaultValue={needs.make ?? ''}>
        <option value="">Mats or chips</option>
        <option value="mat">Mats, to wrap and cushion</option>
        <option value="chip">Chips, to fill</option>
      </SelectField>
      <TextField
        label="Boxes or parcels a day"
        name="perDay"
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        defaultValue={needs.perDay ?? ''}
      />
      <SelectField label="Available power" name="power" defaultValue={needs.power ?? ''}>
        <option value="">I don't know yet</option>
        <option value="single">Single-phase only</option>
        <option value="three">Single-phase and three-phase</option>
      </SelectField>
      <SelectField label="Where will it stand?" name="place" defaultValue={needs.place ?? ''}>
        <option value="">Anywhere</option>
        <option value="bench">On a bench</option>
        <option value="floor">On the floor</option>
      </SelectField>
      <TextField label="Budget" name="budget" inputMode="numeric" autoComplete="off" maxLength={12} defaultValue={needs.budget ?? ''} />
      <SelectField label="Currency" name="currency" defaultValue={needs.currency}>
        <option value="USD">Dollars</option>
        <option value="EUR">Euros</option>
      </SelectField>
      <p className="flex flex-wrap items-center gap-x-6">
        <button type="submit" className="button">
          Show machines
        </button>
        {hasNeeds(needs) && (
          <Link to="/buyers-guide#choose" className="flex min-h-11 items-center" preventScrollReset>
            Start again
          </Link>
        )}
      </p>
    </Form>
  )
}
