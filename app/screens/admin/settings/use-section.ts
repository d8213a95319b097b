import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { checkForm } from '#app/features/kit/forms/check-form.ts'
import { useRecordForm } from '#app/features/kit/forms/use-record-form.ts'
import { settingsQuery } from '#app/features/kit/frame/queries.ts'
import { api, toastFailure } from '#app/lib/api.ts'
import { officeKey } from '#app/lib/query-keys.ts'
import { setShop } from '#app/lib/shop.ts'
import { shopFactsQuery } from '#app/lib/shop-facts.ts'
import { toast } from '#app/lib/toast.ts'
import { useToken } from '#app/lib/token.ts'
import type { SettingGroup, Settings } from '#contract/platform/settings.ts'

/** Returns whether a control has another value than at first. */
function isChanged(control: Element): boolean {
  if (control instanceof HTMLSelectElement) return [...control.options].some((option) => option.selected !== option.defaultSelected)
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue
  if (!(control instanceof HTMLInputElement)) return false
  return control.type === 'checkbox' ? control.checked !== control.defaultChecked : control.value !== control.defaultValue
}

/** Marks the fields of a form that were changed; the marks go with the form when it is saved. */
function markChanged(form: HTMLFormElement): void {
  for (const control of form.elements) control.closest('.field, label')?.toggleAttribute('data-changed', isChanged(control))
}

const FAILED = 'The settings could not be saved.'

/** Everything that a form says, as one text: it differs as soon as something was changed. */
const textOfForm = (form: HTMLFormElement) => JSON.stringify([...new FormData(form)])

interface SectionOptions<Group extends SettingGroup> {
  group: Group
  settings: Settings
  /** The group as the form has it, to be sent. */
  toValue: (fields: FormData) => Record<string, unknown>
}

/** One group of settings as a form, which follows what somebody else saves while nothing is typed. */
export function useSection<Group extends SettingGroup>({ group, settings, toValue }: SectionOptions<Group>) {
  const token = useToken((state) => state.token)
  const client = useQueryClient()
  const [isDirty, setDirty] = useState(false)
  const form = useRecordForm<Settings[Group], void>({
    record: settings[group],
    isDirty,
    check: checkForm,
    currentIn: (current) => (current as Settings)[group], // a conflict answers all groups
    onShow: () => setDirty(false),
    send: async (fields, { version }) => {
      const saved = await api.settings.update({ body: { [group]: { ...toValue(fields), version } } })
      client.setQueryData(settingsQuery(token).queryKey, saved)
      form.saved(saved[group])
      toast.success('Settings saved')
      await refresh()
    },
    failed: FAILED,
    onFailed: (failure) => toastFailure(failure, FAILED),
  })

  /** Applies the new settings in this browser. */
  async function refresh() {
    void client.invalidateQueries({ queryKey: officeKey(token) })
    setShop(await client.fetchQuery({ queryKey: shopFactsQuery.queryKey, queryFn: () => api.shop.facts(), staleTime: 0 }))
  }

  return {
    form,
    /** Compares the form with its first values. */
    onInput: () => {
      const element = form.element.current
      if (!element) return
      markChanged(element)
      setDirty(textOfForm(element) !== openedText(element))
    },
  }
}

/** Returns the form's initial text: a reset clone has each field's first value. */
function openedText(form: HTMLFormElement): string {
  const copy = form.cloneNode(true) as HTMLFormElement // a clone of a form is a form
  copy.reset()
  return textOfForm(copy)
}
