import { Fragment, type ReactNode } from 'react'
import { RecordForm } from '#app/features/kit/forms/record-form.tsx'
import { SETTINGS } from '#app/features/kit/menu/settings-screens.ts'
import { titleAt } from '#app/features/kit/office-places.ts'
import type { FieldErrors } from '#app/lib/field-errors.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import type { SettingGroup, Settings } from '#contract/platform/settings.ts'
import type { Member } from './members.tsx'
import { useSection } from './use-section.ts'

/** Props of every settings section. */
export interface SectionProps {
  settings: Settings
  mayEdit: boolean
}

type Members<Group> = { [Name in Exclude<keyof Group, 'version'>]: Member<Group[Name], Group> }

interface Section<Name extends SettingGroup> {
  /** Says what the group is for. */
  text: string | ((settings: Settings) => string)
  /** Inputs of all members, in order. */
  members: Members<Settings[Name]>
  /** Shown above the inputs. */
  notice?: (settings: Settings) => ReactNode
  /** Its columns are narrow. */
  isNarrow?: boolean
}

/** The frame of a page of settings: its heading, which the menu has too, a sentence, and the rest below. */
export function SettingsFrame({ group, text, children }: { group: string; text: ReactNode; children: ReactNode }) {
  return (
    <section aria-labelledby={`${group}-title`} className="frame settings-section">
      <div className="settings-head">
        <h1 id={`${group}-title`}>{titleAt(`${SETTINGS}/${group}`)}</h1>
        <p>{text}</p>
      </div>
      {children}
    </section>
  )
}

function keysOf<Of extends object>(of: Of): Extract<keyof Of, string>[] {
  const keys: Extract<keyof Of, string>[] = []
  for (const key in of) keys.push(key)
  return keys
}

function readMembers<Group>(members: Members<Group>, fields: FormData, group: string): Record<string, unknown> {
  const value: Record<string, unknown> = {}
  for (const name of keysOf(members)) value[name] = members[name].read(fields, `${group}.${name}`)
  return value
}

/** Returns the inputs, in a grid those that follow each other and are not wide. */
function showMembers<Group>(
  members: Members<Group>,
  value: Group,
  { errors, group, grid }: { errors: FieldErrors; group: string; grid: string },
) {
  const rows: { isWide: boolean; inputs: ReactNode[] }[] = []
  for (const name of keysOf(members)) {
    const { isWide = false, show } = members[name]
    const input = <Fragment key={name}>{show({ name: `${group}.${name}`, value: value[name], errors }, value)}</Fragment>
    const last = rows.at(-1)
    if (last && !last.isWide && !isWide) last.inputs.push(input)
    else rows.push({ isWide, inputs: [input] })
  }
  return rows.map(({ isWide, inputs }, at) =>
    isWide ? (
      inputs
    ) : (
      <div key={at} className={grid}>
        {inputs}
      </div>
    ),
  )
}

/** Makes the page of one group of settings, with its own button; for those who may not change it, only to be read. */
export function settingsSection<Name extends SettingGroup>(group: Name, { text, members, notice, isNarrow }: Section<Name>) {
  return function SettingsSection({ settings, mayEdit }: SectionProps) {
    const { form, onInput } = useSection({ group, settings, toValue: (fields) => readMembers(members, fields, group) })
    return (
      <SettingsFrame group={group} text={typeof text === 'string' ? text : text(settings)}>
        <RecordForm form={form} draft={{ kind: 'settings', id: group }} className="" onInput={onInput}>
          <fieldset disabled={!mayEdit} aria-labelledby={`${group}-title`} className="settings-fields">
            {notice?.(settings)}
            {showMembers(members, form.shown, { errors: form.errors, group, grid: isNarrow ? 'settings-grid thirds' : 'settings-grid' })}
          </fieldset>
          {mayEdit && (
            <p className="settings-save" data-dirty={form.isDirty || undefined}>
              {form.isDirty && <span role="status">Not saved yet</span>}
              <SubmitButton isBusy={form.isBusy} busy="Saving...">
                Save {titleAt(`${SETTINGS}/${group}`).toLowerCase()}
              </SubmitButton>
            </p>
          )}
        </RecordForm>
      </SettingsFrame>
    )
  }
}
