import type { ReactNode } from 'react'
import { ConflictNotice } from '#app/features/kit/forms/conflict-notice.tsx'
import { FormDraft } from '#app/features/kit/forms/form-draft.tsx'
import type { FieldErrors } from '#app/lib/field-errors.ts'
import { SubmitButton } from '#app/ui/busy-button.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import type { Settings, SettingsBody } from '#contract/platform/settings.ts'
import { type SettingGroup, useSection } from './use-section.ts'

/** Props of every settings section. */
export interface SectionProps {
  settings: Settings
  mayEdit: boolean
  onDirty: (group: SettingGroup, isDirty: boolean) => void
}

interface Section<Group extends SettingGroup> extends SectionProps {
  group: Group
  title: string
  text: string
  toValue: (fields: FormData) => Omit<NonNullable<SettingsBody[Group]>, 'version'>
  /** Its fields in words, for the notice of another editor's change. */
  words: readonly { label: string; value: (value: Settings[Group]) => string }[]
  children: (value: Settings[Group], errors: FieldErrors) => ReactNode
}

/** One group of the settings with its own button; for those who may not change it, only to be read. */
export function SettingsSection<Group extends SettingGroup>({ group, title, text, mayEdit, words, children, ...rest }: Section<Group>) {
  const { form, opened, conflict, isDirty, onInput, keepMine, takeTheirs } = useSection<Group>({ group, ...rest })
  return (
    <section id={group} aria-labelledby={`${group}-title`} className="frame settings-section">
      <div className="settings-head">
        <h2 className="text-xl" id={`${group}-title`}>
          {title}
        </h2>
        <p>{text}</p>
      </div>
      <form key={opened.version} {...form.props} onInput={onInput}>
        {!conflict && <FormProblem text={form.problem} />}
        <FormDraft kind="settings" id={group} />
        {conflict && <ConflictNotice opened={opened} current={conflict} fields={words} onKeepMine={keepMine} onTakeTheirs={takeTheirs} />}
        <fieldset disabled={!mayEdit} aria-labelledby={`${group}-title`} className="settings-fields">
          {children(opened, form.errors)}
        </fieldset>
        {mayEdit && (
          <p className="settings-save" data-dirty={isDirty || undefined}>
            {isDirty && <span role="status">Not saved yet</span>}
            <SubmitButton isBusy={form.isBusy} busy="Saving...">
              Save {title.toLowerCase()}
            </SubmitButton>
          </p>
        )}
      </form>
    </section>
  )
}
