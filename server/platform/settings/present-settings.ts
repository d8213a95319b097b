import { eachGroup, type SettingGroup, type Settings, type SettingValue } from '#contract/platform/settings.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db/client.ts'
import { GROUPS, readVersions, type SettingGroups } from './setting-groups.ts'

type Presented = { [Name in SettingGroup]: SettingValue<Name> & { version: number } }

/** Presents every group of settings with its version, and the settings of the environment. */
export async function presentSettings(db: Db, config: Config): Promise<Settings> {
  const { settings, versions } = await readVersions(db)
  const groups: SettingGroups = settings
  return {
    ...eachGroup<Presented>((name) => ({ ...GROUPS[name].present(groups[name]), version: versions[name] })),
    basis: settings.basis,
    guaranteeNotice: settings.guaranteeNotice,
    fixed: { holdMinutes: config.holdMinutes, chargesCards: config.stripe !== null },
  }
}
