import { toast } from '#app/lib/toast.ts'
import { CheckField, SelectField, TextAreaField, TextField } from '#app/ui/field.tsx'
import * as icons from '#app/ui/icons.tsx'

const SCENES = ['hero', 'mat-maker', 'mat-stack', 'flat-board', 'step-machine', 'step-box', 'taped-box', 'empty-box'] as const
const STATUSES = [
  ['ok', 'Active'],
  ['blue', 'Scheduled'],
  ['warn', 'Low stock'],
  ['bad', 'Suspended'],
  ['idle', 'Inactive'],
] as const

export function Buttons() {
  return (
    <div className="flex flex-wrap items-center gap-x-4.5 gap-y-3.5">
      <button type="button" className="button">
        Save
      </button>
      <button type="button" className="button hollow">
        Cancel
      </button>
      <button type="button" className="button danger">
        Delete
      </button>
      <button type="button" className="button small">
        Small
      </button>
      <button type="button" className="button" disabled>
        Disabled
      </button>
      <button type="button" className="link-button">
        As a link
      </button>
    </div>
  )
}

export function Fields() {
  return (
    <div className="settings-grid">
      <TextField label="Name" hint="As shown on the invoice." defaultValue="North Fold Works" />
      <TextField label="Email" type="email" defaultValue="north-fold" error="Please enter an email address like name@example.com" />
      <SelectField label="Category">
        <option>Mat makers</option>
        <option>Chip makers</option>
      </SelectField>
      <TextAreaField label="Message" isOptional rows={2} />
      <CheckField label="Show our phone" defaultChecked />
      <TextField label="Cannot be changed" defaultValue="RF-7K3M" disabled />
    </div>
  )
}

export function StatusWords() {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4.5 gap-y-3.5">
        {STATUSES.map(([tone, word]) => (
          <span key={tone} className={`status ${tone}`}>
            {word}
          </span>
        ))}
      </p>
      <p className="notice mt-4">A note with useful information.</p>
      <p className="notice ok mt-3">Done: your message was sent.</p>
      <p className="notice warn mt-3">Only standard shipping is offered for freight.</p>
      <p className="notice bad mt-3">This code does not exist.</p>
    </>
  )
}

export function TableSample() {
  return (
    <table className="grid-table">
      <thead>
        <tr>
          <th scope="col">Machine</th>
          <th scope="col">Status</th>
          <th scope="col" className="amount">
            USD
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>EcoMat 1000</td>
          <td>
            <span className="status ok">Active</span>
          </td>
          <td className="amount">12,500.00</td>
        </tr>
        <tr>
          <td>ChipMaster Pro</td>
          <td>
            <span className="status idle">Inactive</span>
          </td>
          <td className="amount">15,800.00</td>
        </tr>
      </tbody>
    </table>
  )
}

const TOASTS = [
  ['Success', () => toast.success('Your changes are saved')],
  ['Information', () => toast.info('Prices are shown in euros')],
  ['Warning', () => toast.warning('Two units are left')],
  ['Error', () => toast.error('This could not be saved')],
  [
    'Loading',
    () =>
      void toast.during(new Promise((resolve) => setTimeout(resolve, 2000)), {
        loading: 'Reading the file...',
        success: 'File loaded',
      }),
  ],
  ['With an action', () => toast.success('EcoMat 1000 was removed', { label: 'Undo', act: () => toast.info('EcoMat 1000 restored') })],
] as const

export function Toasts() {
  return (
    <div className="flex flex-wrap items-center gap-x-4.5 gap-y-3.5">
      {TOASTS.map(([label, show]) => (
        <button key={label} type="button" className="button hollow" onClick={() => show()}>
          {label}
        </button>
      ))}
    </div>
  )
}

/** By name: in development, the server lists a module's exports in another order than the browser. */
const ICONS = Object.entries(icons).sort(([one], [other]) => one.localeCompare(other))

/** Every icon of the shop, with the name that it has in the code. */
export function Icons() {
  return (
    <ul className="icon-list grid grid-cols-[repeat(auto-fill,minmax(min(10rem,100%),1fr))] gap-3.5">
      {ICONS.map(([name, Drawn]) => (
        <li key={name}>
          <Drawn />
          <code>{name}</code>
        </li>
      ))}
    </ul>
  )
}

export function Drawings() {
  return (
    <ul className="grid gap-3.5 grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))]">
      {SCENES.map((scene) => (
        <li key={scene}>
          <img
            className="w-full h-auto border-[1.5px] border-line"
            src={`/drawings/scenes/${scene}.svg`}
            alt=""
            width={1200}
            height={630}
            loading="lazy"
          />
          <code className="text-ink-2 text-sm wrap-anywhere">{scene}</code>
        </li>
      ))}
    </ul>
  )
}
