import { isDeepStrictEqual } from 'node:util'
import { SETTING_GROUPS, type SettingGroup, type Settings, type SettingsBody } from '#contract/platform/settings.ts'
import { recordAudit } from '#server/platform/audit.ts'
import { inTransaction } from '#server/platform/db/client.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Actor, requireStepUp } from '#server/platform/http/actor.ts'
import { refuseStale } from '#server/platform/http/refusal.ts'
import { presentSettings } from './present-settings.ts'
import { GROUPS, lockSettings, readVersions, type SettingGroups, type ShopSettings, storeGroup } from './setting-groups.ts'

/** Returns the changed members of a group, before and after. */
function difference<Value extends object>(before: Value, after: Value): { before: Partial<Value>; after: Partial<Value> } {
  const changed: { before: Partial<Value>; after: Partial<Value> } = { before: {}, after: {} }
  for (const member in after) {
    if (isDeepStrictEqual(before[member], after[member])) continue
    changed.before[member] = before[member]
    changed.after[member] = after[member]
  }
  return changed
}

function checkGroup<Name extends SettingGroup>(name: Name, form: SettingsBody, { markets }: ShopSettings, chargesCards: boolean): void {
  const sent = form[name]
  if (sent) GROUPS[name].check?.(sent, { markets, chargesCards })
}

/**
 * Returns what is stored of a group of the form, and its changed members. Null: the form leaves it out, or nothing changes. Refuses actors
 * who may not change it.
 */
function changeOf<Name extends SettingGroup>(name: Name, form: SettingsBody, groups: SettingGroups, actor: Actor) {
  const { checkActor, needsStepUp, store } = GROUPS[name]
  const sent = form[name]
  if (!sent) return null
  const value = store(sent, groups[name])
  const { before, after } = difference(groups[name], value)
  const changed = Object.keys(after)
  if (changed.length === 0) return null
  if (typeof needsStepUp === 'boolean' ? needsStepUp : needsStepUp.some((member) => member in after)) requireStepUp(actor)
  checkActor?.(after, actor)
  return { value, before, after }
}

/**
 * Changes the groups of the form, all or none; an unchanged group keeps its version. Refuses `step_up_required`, `edit_conflict` with
 * the `current` settings if a group is newer than the form's, and `second_factor_required` of an actor who requires a second factor without
 * having one.
 */
export async function saveSettings({ config, db, now }: Deps, actor: Actor, form: SettingsBody, requestId: string): Promise<Settings> {
  return inTransaction(db, async (tx) => {
    await lockSettings(tx)
    const { settings, versions } = await readVersions(tx)
    const stale = SETTING_GROUPS.find((name) => form[name]?.version !== undefined && form[name].version !== versions[name])
    if (stale) refuseStale(['settings', stale], await presentSettings(tx, config))
    for (const name of SETTING_GROUPS) checkGroup(name, form, settings, config.stripe !== null)
    for (const name of SETTING_GROUPS) {
      const change = changeOf(name, form, settings, actor)
      if (!change) continue
      const { value, before, after } = change
      await storeGroup(tx, name, value, now())
      await recordAudit(tx, { actor, action: 'settings.change', targetType: 'settings', targetId: name, before, after, requestId })
    }
    return presentSettings(tx, config)
  })
}
