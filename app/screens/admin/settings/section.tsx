import type { ReactNode } from 'react'
import { RecordHead } from '#app/features/kit/forms/record-form.tsx'
import { useUnsavedGuard } from '#app/features/kit/forms/use-unsaved-guard.tsx'
import { SETTINGS } from '#app/features/kit/menu/settings-screens.ts'
import { titleAt } from '#app/features/kit/office-places.ts'
import type { FieldErrors } from '#app/lib/field-errors.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import type { Settings, SettingsBody } from '#contract/platform/settings.ts'
import { type SettingGroup, useSection } from './use-section.ts'

/** Props of every settings section. */
export interface SectionProps {
  settings: Settings
  mayEdit: boolean
}

interface Section<Group extends SettingGroup> extends SectionProps {
  group: Group
  text: string
  toValue: (fields: FormData) => Omit<NonNullable<SettingsBody[Group]>, 'version'>
  children: (value: Settings[Group], errors: FieldErrors) => ReactNode
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

/** One group of the settings with its own button; for those who may not change it, only to be read. */
export function SettingsSection<Group extends SettingGroup>({ group, text, mayEdit, children, ...rest }: Section<Group>) {
  const { form, isDirty, onInput } = useSection<Group>({ group, ...rest })
  const question = useUnsavedGuard(isDirty)
  return (
    <SettingsFrame group={group} text={text}>
      <form {...form.props} key={form.key} onInput={onInput}>
        <RecordHead form={form} kind="settings" id={group} />
        <fieldset disabled={!mayEdit} aria-labelledby={`${group}-title`} className="settings-fields">
          {children(form.shown, form.errors)}
        </fieldset>
        {mayEdit && (
          <p className="settings-save" data-dirty={isDirty || undefined}>
            {isDirty && <span role="status">Not saved yet</span>}
            <SubmitButton isBusy={form.isBusy} busy="Saving...">
              Save {titleAt(`${SETTINGS}/${group}`).toLowerCase()}
            </SubmitButton>
          </p>
        )}
      </form>
      {question}
    </SettingsFrame>
  )
}
